// What the demo's posts say, when, and about whom. No random source but a seed: two plans at the
// same time are equal.
import { circles } from './circles.mjs';
import { staffs } from './people.mjs';
import { comments, mentionComments, openings, solutions, talks, todoComments } from './talks.mjs';

const DAY_MS = 86_400_000;
const SEED = 20_261_121;
/** Nobody says the same again within this time. */
const REPEAT_MS = 62 * DAY_MS;
/** Posts that name several members, besides those that introduce somebody. */
const SHARE_OF_SEVERAL = 0.18;
/** Of them, those of members who do something together. */
const SHARE_OF_TEAMS = 0.8;
const SHARE_OF_TEAMS_OF_THREE = 0.4;
/** Without news for so long, what a team did is over. */
const TEAM_RESTS_MS = 45 * DAY_MS;

/** A small deterministic generator (mulberry32), so that every start creates the same demo. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Plans of posts, the oldest first. `people` are members with id and names, `callers` the writers
 * with their `staffId`; `labelOf` returns the id of a topic's label, if it has one.
 */
export function planPosts({ count, now, people, callers, labelOf }) {
  // Some staff members write more than others, so that the ranking differs.
  const writers = [0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5].map(
    (index) => callers[index % callers.length],
  );
  const memory = new Memory(people);
  return talkTimes(count, now, generator(SEED)).map((at, index) => {
    // A generator for each post, so that the posts are alike on all days: which times fit depends on
    // the weekday, and so does what a team does next.
    const random = generator(SEED + 1 + index);
    const pick = (list) => list[Math.floor(random() * list.length)];
    return planPost({ at, index, now, random, pick, people, writers, callers, labelOf, memory });
  });
}

/** Talk times: denser on weekdays and towards now, within opening hours. */
function talkTimes(count, now, random) {
  const day = 86_400_000;
  const times = [];
  while (times.length < count) {
    const age = Math.pow(random(), 1.25) * 182 * day;
    // Opening hours are 9 to 20 in Japan (UTC+9), independent of the time zone of this machine.
    const date = new Date(now - age + 9 * 3_600_000);
    const weekday = date.getUTCDay();
    if (weekday === 0 || (weekday === 6 && random() < 0.6)) continue;
    date.setUTCHours(9 + Math.floor(random() * 11), Math.floor(random() * 60), 0, 0);
    const at = date.getTime() - 9 * 3_600_000;
    if (at < now - 120_000) times.push(at);
  }
  return times.sort((a, b) => a - b);
}

const nameOf = ({ familyName, firstName }) => `${familyName} ${firstName}`;

function circleOf(person) {
  return circles.find(({ members }) => members.includes(nameOf(person)));
}

/** What members did and said lately: some do things together, and nobody says the same again soon. */
class Memory {
  constructor(people) {
    this.people = people;
    /** The team of each circle that does something: its members, steps told, time of the last one. */
    this.teams = new Map();
    /** Last time (epoch ms) of a text of a member or a team. */
    this.said = new Map();
  }

  talkOfOne(person, start, at) {
    const alone = talks.filter(({ label }) => label !== 'connection');
    return { named: [person], talk: this.#next(alone, start, at, person.id) };
  }

  /** The next step of the team of the person's circle, or an introduction to somebody. */
  talkOfSeveral(person, start, at, random) {
    const circle = circleOf(person);
    if (random() >= SHARE_OF_TEAMS) {
      const others = this.people.filter((other) => circleOf(other) !== circle);
      const named = [person, others[Math.floor(random() * others.length)]];
      const met = talks.filter(({ label }) => label === 'connection');
      return { named, talk: this.#next(met, start, at, idsOf(named)) };
    }
    const known = this.teams.get(circle);
    const goesOn = known && known.told < circle.talks.length && at - known.at < TEAM_RESTS_MS;
    const team = goesOn ? known : { named: this.#teamOf(person, circle, random), told: 0 };
    const talk = this.#next(circle.talks, team.told, at, idsOf(team.named));
    this.teams.set(circle, { ...team, told: team.told + 1, at });
    return { named: team.named, talk };
  }

  /** The person and one or two others of the circle, most often neighbours in it. */
  #teamOf(person, { members }, random) {
    const place = members.indexOf(nameOf(person));
    const others = this.people
      .filter((other) => other !== person && members.includes(nameOf(other)))
      .sort((one, other) => distance(one) - distance(other));
    function distance(other) {
      return Math.abs(members.indexOf(nameOf(other)) - place);
    }
    const size = random() < SHARE_OF_TEAMS_OF_THREE ? 2 : 1;
    const first = Math.floor(random() ** 2 * (others.length - size + 1));
    return [person, ...others.slice(first, first + size)];
  }

  /** The first text from `start` on that they did not say lately, else the one at `start`. */
  #next(list, start, at, who) {
    const from = start % list.length;
    const saidAt = ({ text }) => this.said.get(`${who} ${text}`) ?? -Infinity;
    const isFresh = (talk) => at - saidAt(talk) >= REPEAT_MS;
    const talk = [...list.slice(from), ...list.slice(0, from)].find(isFresh) ?? list[from];
    this.said.set(`${who} ${talk.text}`, at);
    return talk;
  }
}

function idsOf(people) {
  return people
    .map(({ id }) => id)
    .sort()
    .join(' ');
}

function planPost({ at, index, now, random, pick, people, writers, callers, labelOf, memory }) {
  const writer = pick(writers);
  const start = (index * 7 + Math.floor(random() * 3)) % talks.length;
  const about = people[Math.floor(Math.pow(random(), 1.4) * people.length)];
  const isOfSeveral = random() < SHARE_OF_SEVERAL || talks[start].label === 'connection';
  const { named, talk } = isOfSeveral
    ? memory.talkOfSeveral(about, start, at, random)
    : memory.talkOfOne(about, start, at);
  const [person] = named;
  const other = named[1] ?? pick(people.filter((one) => one !== person));
  const age = now - at;
  const old = age > 21 * 86_400_000;
  const memo = `${pick(openings)}${talk.text}`
    .replaceAll('{c}', person.company)
    .replaceAll('{n}', other.familyName);
  const status = old
    ? pick(['done', 'done', 'done', 'skipped', 'inProgress'])
    : pick(['waiting', 'waiting', 'inProgress', 'done']);
  const task =
    talk.task && random() < 0.6
      ? { status, assignUserId: random() < 0.85 ? pick(callers).staffId : null }
      : null;
  const label = labelOf(talk.label);
  const commentCount = random() < 0.45 ? 0 : 1 + Math.floor(random() * 3);
  return {
    writer,
    body: {
      memo,
      memberIds: named.map(({ id }) => id),
      labelIds: label ? [label] : [],
      talkedAt: new Date(at).toISOString(),
      task,
    },
    solution: {
      memo: solutions[index % solutions.length],
      memberIds: [person.id],
      talkedAt: new Date(at + (1 + ((index * 5) % 13)) * DAY_MS).toISOString(),
    },
    // Most old issues are solved, by a later talk or by one of their comments.
    solved: old && ['business', 'operation'].includes(talk.label) && random() < 0.8,
    comments: Array.from({ length: commentCount }, (_, n) =>
      planComment({ n, random, pick, callers, other, writer, old }),
    ),
    reactors: random() < 0.55 ? callers.filter(() => random() < 0.35) : [],
    reactionOf: (reactions) =>
      reactions[(index * 3 + Math.floor(random() * 4)) % Math.max(reactions.length, 1)]?.id,
  };
}

function planComment({ n, random, pick, callers, other, writer, old }) {
  const commenter = pick(callers);
  const mentioned = random() < 0.25 && commenter !== writer ? writer : null;
  const task = n === 0 && !mentioned && random() < 0.08;
  const text = mentioned ? pick(mentionComments) : task ? pick(todoComments) : pick(comments);
  const name = mentioned ? staffs[callers.indexOf(mentioned)].displayName : '';
  return {
    writer: commenter,
    body: {
      memo: `${mentioned ? `@${name} ` : ''}${text.replaceAll('{n}', other.familyName)}`,
      mentions: mentioned ? [mentioned.staffId] : [],
      task: task ? { status: old ? 'done' : 'waiting', assignUserId: pick(callers).staffId } : null,
    },
  };
}
