import { useEffect, useState } from 'preact/hooks';
import type { KeyView } from '../../protocol/state.ts';
import { ago, dateTime, listed, t } from '../i18n.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { tickingNow } from '../kit/clock.ts';
import { Dialog } from '../kit/dialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../kit/states.tsx';
import { Card, List, ListRow } from '../kit/surfaces.tsx';
import { toast } from '../kit/toasts.tsx';
import { CopyText } from '../kit/values.tsx';
import { BringKey, CreateKey } from './key-forms.tsx';
import { PublicKey } from './public-key.tsx';
import { useAppState, useStore, useTask } from './store.ts';

type Adding = 'create' | 'bring';
type Shown =
  { readonly what: Adding } | { readonly what: 'show' | 'remove'; readonly view: KeyView } | null;

/** The API keys of the vault: their public halves, who uses them, and the way out. */
export function KeysCard() {
  const { effects } = useStore();
  const [keys, setKeys] = useState<readonly KeyView[] | null>(null);
  const [shown, setShown] = useState<Shown>(null);
  const task = useTask();
  const load = () => void task.run(async () => setKeys(await effects.client.call('keys_list', {})));
  useEffect(load, []);
  return (
    <Card
      title={t('options.keys.title')}
      aside={
        <span class="cluster">
          <Button icon="plus" small onClick={() => setShown({ what: 'create' })}>
            {t('options.keys.create')}
          </Button>
          <Button icon="import" small onClick={() => setShown({ what: 'bring' })}>
            {t('options.keys.bring')}
          </Button>
        </span>
      }
    >
      <p class="muted">{t('options.keys.what')}</p>
      {task.error && <ErrorState error={task.error} onRetry={load} />}
      {!keys && !task.error && <Skeleton rows={2} />}
      {keys?.length === 0 && <EmptyState icon="key" title={t('options.keys.none')} />}
      {keys && keys.length > 0 && (
        <List label={t('options.keys.title')}>
          {keys.map((view) => (
            <KeyRow key={view.id} view={view} onShow={setShown} />
          ))}
        </List>
      )}
      <KeyDialogs shown={shown} onShow={setShown} onKeys={setKeys} reload={load} />
    </Card>
  );
}

function KeyRow(props: { readonly view: KeyView; readonly onShow: (shown: Shown) => void }) {
  const { view, onShow } = props;
  const { profiles } = useAppState();
  const names = profiles.filter(({ keyId }) => keyId === view.id).map(({ name }) => name);
  const used = names.length > 0;
  return (
    <ListRow
      title={view.name}
      detail={
        <span class="key-facts">
          <CopyText text={view.publicKey} mono what={t('options.key.publicHalf')} />
          <span>{t(`options.curve.${view.curve}`)}</span>
          <span title={dateTime(view.createdAt)}>
            {t('options.keys.made', { when: ago(view.createdAt, tickingNow()) })}
          </span>
          <span>
            {used ? t('options.keys.usedBy', { names: listed(names) }) : t('options.keys.unused')}
          </span>
        </span>
      }
      trail={
        <>
          <IconButton
            name="qr"
            label={t('options.keys.show', { name: view.name })}
            onClick={() => onShow({ what: 'show', view })}
          />
          <IconButton
            name="trash"
            danger
            label={t('options.keys.remove', { name: view.name })}
            onClick={() => onShow({ what: 'remove', view })}
          />
        </>
      }
    />
  );
}

function KeyDialogs(props: {
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  readonly onKeys: (keys: readonly KeyView[]) => void;
  readonly reload: () => void;
}) {
  const { shown, onShow } = props;
  const close = () => onShow(null);
  const added = (view: KeyView) => {
    toast(t('options.keys.added', { name: view.name }), 'good');
    props.reload();
    onShow({ what: 'show', view });
  };
  return (
    <>
      <Dialog open={shown?.what === 'create'} title={t('options.keys.create')} onClose={close}>
        <CreateKey onKey={added} />
      </Dialog>
      <Dialog open={shown?.what === 'bring'} title={t('options.keys.bring')} onClose={close}>
        <BringKey onKey={added} />
      </Dialog>
      <Dialog
        open={shown?.what === 'show'}
        title={shown?.what === 'show' ? shown.view.name : ''}
        onClose={close}
      >
        {shown?.what === 'show' && <PublicKey view={shown.view} />}
      </Dialog>
      {shown?.what === 'remove' && (
        <RemoveKey view={shown.view} onClose={close} onKeys={props.onKeys} />
      )}
    </>
  );
}

function RemoveKey(props: {
  readonly view: KeyView;
  readonly onClose: () => void;
  readonly onKeys: (keys: readonly KeyView[]) => void;
}) {
  const { view, onClose } = props;
  const { effects } = useStore();
  const { profiles } = useAppState();
  const task = useTask();
  const users = profiles.filter(({ keyId }) => keyId === view.id).map(({ name }) => name);
  const remove = () =>
    void task.run(async () => {
      props.onKeys(await effects.client.call('keys_remove', { id: view.id }));
      toast(t('options.keys.removed', { name: view.name }), 'good');
      onClose();
    });
  return (
    <Dialog
      open
      title={t('options.keys.remove', { name: view.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          {users.length === 0 && (
            <Button kind="danger" busy={task.busy} onClick={remove}>
              {t('options.keys.removeDo')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {users.length > 0
          ? t('options.keys.inUse', { names: listed(users) })
          : t('options.keys.removeWhat')}
      </p>
      {task.error && <ErrorState error={task.error} />}
    </Dialog>
  );
}
