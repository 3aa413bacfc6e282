import { useEffect, useState } from 'preact/hooks';
import * as v from 'valibot';
import { EVM_CHAIN } from '../../../protocol/enums.ts';
import { createDraftStore, type DraftPlace } from '../../forms/draft-store.ts';
import { useStore } from '../../page/store.ts';
import type { SendDraft } from './send-form.ts';

const MAX_TEXT = 200;
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const Kept = v.object({ chain: v.picklist(EVM_CHAIN), asset: text, to: text, amount: text });

/** What was typed before the page closed; undefined until that was read, null where nothing was. */
export function useKeptDraft({ profileId, operation, about }: DraftPlace) {
  const { session } = useStore().effects;
  const [kept, setKept] = useState<SendDraft | null | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    const show = (draft: unknown) => {
      const parsed = v.safeParse(Kept, draft);
      if (!isLeft) setKept(parsed.success ? parsed.output : null);
    };
    createDraftStore(session)
      .find({ profileId, operation, about })
      .then(
        (stored) => show(stored?.draft),
        () => show(undefined),
      );
    return () => {
      isLeft = true;
    };
  }, [profileId, operation, about?.id]);
  return kept;
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
