import { useEffect } from 'preact/hooks';
import * as v from 'valibot';
import { EVM_CHAIN } from '../../../protocol/enums.ts';
import { createDraftStore, type DraftPlace } from '../../forms/draft-store.ts';
import { useStore } from '../../page/store.ts';
import type { SendDraft } from './send-form.ts';
import { useLatest } from '../../components/use-reading.ts';

const MAX_TEXT = 200;
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const storedDraft = v.object({ chain: v.picklist(EVM_CHAIN), asset: text, to: text, amount: text });

/** What was typed before the page closed; undefined until that was read, null where nothing was. */
export function useKeptDraft({ profileId, operation, about }: DraftPlace) {
  const { session } = useStore().effects;
  const read = async () => {
    const stored = await createDraftStore(session).find({ profileId, operation, about });
    const parsed = v.safeParse(storedDraft, stored?.draft);
    return parsed.success ? parsed.output : null;
  };
  return useLatest(() => read().catch(() => null), [profileId, operation, about?.id], 'keeps');
}

/**
 * Keeps what is typed, in memory like every form's draft, until it is sent. A review that was left
 * has taken it away, so it is kept again then.
 */
export function useKeeping(place: DraftPlace, draft: SendDraft, isReviewed: boolean): void {
  const { session } = useStore().effects;
  const { chain, asset, to, amount } = draft;
  useEffect(() => {
    const drafts = createDraftStore(session);
    if (to === '' && amount === '') drafts.remove(place);
    else drafts.save(place, { draft: { chain, asset, to, amount }, prerequisiteId: null });
  }, [chain, asset, to, amount, isReviewed]);
}
