const { default: Sequencer } = require('@jest/test-sequencer');

/** Groups on real parts take longest: one that began last would run alone at the end. */
const rankOf = ({ path }) => {
  if (!path.includes('spec-groups')) return 2;
  return path.endsWith('.int.spec.ts') ? 0 : 1;
};

module.exports = class GroupsFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
};
