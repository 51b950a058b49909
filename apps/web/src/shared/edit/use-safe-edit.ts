import { type SetStateAction, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTellClosed } from '../feedback/use-tell-closed';
import { useMounted } from '../layout/use-mounted';
import { useMaybeSession } from '../session/use-session';
import { currentOf } from './current-of';
import { isSame, mergeForm } from './merge-form';
import {
  dropUnsaved,
  type EditConflict,
  keepUnsaved,
  unsavedEdit,
  unsavedKey,
} from './unsaved-edits';

/** Attempts of a save that conflicts with changes of other fields. */
const ATTEMPTS = 5;

function isVersion(answer: unknown): answer is { version: number } {
  return typeof (answer as { version?: unknown } | null | undefined)?.version === 'number';
}

/** Whether the fields are saved; without an error, a conflict or what was typed meanwhile is left. */
export interface SaveResult {
  done: boolean;
  error?: unknown;
}

/** What {@link useSafeEdit} gives to a form. */
export interface SafeEdit<Fields extends object> {
  fields: Fields;
  setFields: (fields: Fields) => void;
  busy: boolean;
  error: unknown;
  conflict: EditConflict<Fields> | null;
  choose: (name: keyof Fields & string, side: 'mine' | 'theirs') => void;
}

/**
 * A form that never overwrites the work of others. It is based on the version at the time it was
 * opened, even if the page refreshes. After a stale save (412) untouched fields take the current
 * values and the form is saved again; fields that both changed become a `conflict`, which keeps
 * both values for `ConflictView`.
 */
export function useSafeEdit<
  Thing extends { version: number } | null,
  Fields extends object,
>(options: {
  /** Null for a form that adds something. */
  thing: Thing;
  fieldsOf: (thing: Thing) => Fields;
  /**
   * Sends the fields as a change of the given version, or to add something; throws the problem. `key`
   * stays the same while the same fields are sent again: what was added by a request whose answer was
   * lost is not added twice. May give the changed version: a form that closes when it is saved then
   * stays open with what was typed meanwhile.
   */
  send: (fields: Fields, base: Thing, key: string) => Promise<unknown>;
  /**
   * Whether `send` also changes what the form has added: what was typed while it was added is sent as a
   * change of it.
   */
  changesAdded?: boolean;
  /** Keeps what was typed by this name, also while the form is not shown; see `unsavedKey`. */
  keep?: string;
}) {
  const { thing, fieldsOf, send, changesAdded, keep } = options;
  const isMounted = useMounted();
  const tellClosed = useTellClosed();
  const session = useMaybeSession();
  const key = session && keep ? unsavedKey(session, keep) : null;
  const [unsaved] = useState(() => (key ? unsavedEdit<Thing, Fields>(key) : undefined));
  const [base, setBase] = useState(unsaved?.base ?? thing);
  const [fields, showFields] = useState(() => unsaved?.fields ?? fieldsOf(thing));
  /** The fields as they are while a save is running. */
  const latest = useRef(fields);
  const setFields = (next: SetStateAction<Fields>) => {
    latest.current = typeof next === 'function' ? next(latest.current) : next;
    showFields(latest.current);
  };
  const [conflict, setConflict] = useState(unsaved?.conflict ?? null);
  const changed = !isSame(fields, fieldsOf(base));
  /** Saved or discarded: nothing is kept until the form begins anew. */
  const ended = useRef(false);
  const formId = useId();
  const keptAs = key ?? formId;
  const noteChange = useEffectEvent(() => {
    if (ended.current) return;
    if (conflict || changed) keepUnsaved(keptAs, { base, fields, conflict });
    else dropUnsaved(keptAs);
  });
  useEffect(() => noteChange(), [base, fields, conflict]);
  useEffect(() => () => dropUnsaved(formId), [formId]);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const tried = useRef<{ fields: Fields; key: string }>(undefined);
  /** What the last save sent; what was typed meanwhile differs from it. */
  const saved = useRef<Fields>(undefined);

  /** Forgets what was kept, before the form is closed. */
  const discard = () => {
    ended.current = true;
    dropUnsaved(keptAs);
  };

  const save = async (): Promise<SaveResult> => {
    setBusy(true);
    setError(null);
    let from = base;
    let sent = fields;
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          if (!isSame(tried.current?.fields, sent)) {
            tried.current = { fields: sent, key: crypto.randomUUID() };
          }
          const answer = await send(sent, from, tried.current!.key);
          tried.current = undefined;
          saved.current = sent;
          setConflict(null);
          if (isMounted() && !isSame(latest.current, sent)) {
            if ((from || changesAdded) && isVersion(answer)) {
              setBase(answer as Thing);
              return { done: false };
            }
          }
          discard();
          return { done: true };
        } catch (reason) {
          const current = currentOf<Thing>(reason);
          if (!current || attempt === ATTEMPTS) {
            tellClosed(reason);
            setError(reason);
            return { done: false, error: reason };
          }
          const merged = mergeForm(fieldsOf(from), sent, fieldsOf(current));
          const before = sent;
          from = current;
          sent = merged.form;
          setBase(from);
          setFields((now) => mergeForm(before, now, merged.form).form);
          if (merged.conflicts.length > 0) {
            tellClosed(reason);
            const names = merged.conflicts as (keyof Fields & string)[];
            setConflict({ names, mine: sent, theirs: fieldsOf(current) });
            return { done: false };
          }
        }
      }
    } finally {
      setBusy(false);
    }
  };

  /** Chooses a version of a field; text typed since then stays as the reader's version. */
  const choose = (name: keyof Fields & string, side: 'mine' | 'theirs') => {
    if (!conflict) return;
    const { theirs } = conflict;
    const mine = isSame(fields[name], theirs[name])
      ? conflict.mine
      : { ...conflict.mine, [name]: fields[name] };
    setConflict({ ...conflict, mine });
    setFields({ ...fields, [name]: (side === 'mine' ? mine : theirs)[name] });
  };

  /** Takes over a version, such as the answer of a save; what was typed since the save stays. */
  const restart = (next: Thing) => {
    const sent = saved.current;
    saved.current = undefined;
    ended.current = false;
    setBase(next);
    setFields((now) => (sent ? mergeForm(sent, now, fieldsOf(next)).form : fieldsOf(next)));
    setConflict(null);
  };

  return {
    fields,
    setFields,
    /** The version that the form is based on. */
    base,
    conflict,
    error,
    busy,
    changed,
    save,
    choose,
    restart,
    discard,
  };
}
