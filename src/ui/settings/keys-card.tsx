import { useEffect, useState } from 'preact/hooks';
import type { KeyView } from '../../protocol/app-state.ts';
import { formatList, richText, t } from '../i18n.ts';
import { Button, IconButton, Link } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { Card, List, ListRow } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { CopyText, RelativeTime, DescriptionList } from '../components/values.tsx';
import { ImportKeyForm, CreateKeyForm } from './key-forms.tsx';
import { sortProfiles } from '../components/profile-facts.tsx';
import { PublicKeyDetails } from './public-key.tsx';
import { hashOf } from '../page/routes.ts';
import { useTask } from '../components/task.ts';
import { useAppState, useTabStore } from '../page/tab-store.ts';
import { KEY_REGISTRATION } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';

type AddKeyDialog = 'create' | 'bring';
type OpenDialog =
  | { readonly kind: AddKeyDialog }
  | { readonly kind: 'show' | 'remove'; readonly view: KeyView }
  | null;

/** The API keys in the vault: public keys, the profiles using them, and how to delete them. */
export function KeysCard() {
  const { effects } = useTabStore();
  const [keys, setKeys] = useState<readonly KeyView[] | null>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const task = useTask();
  const load = () => void task.run(async () => setKeys(await effects.client.call('keys_list', {})));
  useEffect(load, []);
  return (
    <Card
      title={t('popup.keysHere')}
      aside={
        <span class="cluster">
          <AddDevice />
          <Button icon="plus" small onClick={() => setDialog({ kind: 'create' })}>
            {t('options.key.create')}
          </Button>
          <Button icon="import" small onClick={() => setDialog({ kind: 'bring' })}>
            {t('options.key.bring')}
          </Button>
        </span>
      }
    >
      <p class="muted">
        {t('options.keys.what')}{' '}
        <Link href={hashOf({ screen: 'list', kind: 'apiKey' })}>{t('options.keys.all')}</Link>
      </p>
      {task.error && <ErrorState error={task.error} onRetry={load} />}
      {!keys && !task.error && <Skeleton rows={2} />}
      {keys?.length === 0 && <EmptyState icon="key" title={t('options.keys.none')} />}
      {keys && keys.length > 0 && (
        <List label={t('popup.keysHere')}>
          {keys.map((view) => (
            <RecordBoundary
              key={view.id}
              name={view.name}
              onRemove={() => setDialog({ kind: 'remove', view })}
            >
              <KeyRow view={view} onOpen={setDialog} />
            </RecordBoundary>
          ))}
        </List>
      )}
      <KeyDialogs
        keys={keys ?? []}
        dialog={dialog}
        onOpen={setDialog}
        onKeys={setKeys}
        reload={load}
      />
    </Card>
  );
}

function KeyRow(props: { readonly view: KeyView; readonly onOpen: (dialog: OpenDialog) => void }) {
  const { view, onOpen } = props;
  const { profiles } = useAppState();
  const users = sortProfiles(profiles).filter(({ keyId }) => keyId === view.id);
  const names = users.map(({ name }) => name);
  const isUsed = names.length > 0;
  return (
    <ListRow
      title={view.name}
      detail={
        <span class="key-facts">
          <CopyText text={view.publicKey} mono what={t('options.key.publicKey')} />
          <span>{t(`options.curve.${view.curve}`)}</span>
          <span>
            {richText('options.keys.made', { when: <RelativeTime at={view.createdAt} /> })}
          </span>
          <span>
            {isUsed
              ? t('options.keys.usedBy', { names: formatList(names) })
              : t('options.keys.unused')}
          </span>
        </span>
      }
      trail={
        <>
          {users.map((profile) => (
            <a
              key={profile.id}
              class="button button-plain button-small"
              aria-label={t('options.keys.rotateFor', { name: view.name, profile: profile.name })}
              href={hashOf({ screen: 'rotate', id: profile.id })}
            >
              {t('options.keys.rotate')}
            </a>
          ))}
          <IconButton
            name="qr"
            label={t('options.keys.show', { name: view.name })}
            onClick={() => onOpen({ kind: 'show', view })}
          />
          <IconButton
            name="trash"
            danger
            label={t('options.keys.remove', { name: view.name })}
            onClick={() => onOpen({ kind: 'remove', view })}
          />
        </>
      }
    />
  );
}

function KeyDialogs(props: {
  readonly keys: readonly KeyView[];
  readonly dialog: OpenDialog;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onKeys: (keys: readonly KeyView[]) => void;
  readonly reload: () => void;
}) {
  const { keys, dialog, onOpen } = props;
  const close = () => onOpen(null);
  const onAdded = (view: KeyView) => {
    showToast(t('options.keys.added', { name: view.name }), 'good');
    props.reload();
    onOpen({ kind: 'show', view });
  };
  return (
    <>
      <Dialog open={dialog?.kind === 'create'} title={t('options.key.create')} onClose={close}>
        <CreateKeyForm keys={keys} onKey={onAdded} />
      </Dialog>
      <Dialog open={dialog?.kind === 'bring'} title={t('options.key.bring')} onClose={close}>
        <ImportKeyForm keys={keys} onKey={onAdded} />
      </Dialog>
      <Dialog
        open={dialog?.kind === 'show'}
        title={dialog?.kind === 'show' ? dialog.view.name : ''}
        focusTitle
        onClose={close}
      >
        {dialog?.kind === 'show' && <PublicKeyDetails view={dialog.view} />}
      </Dialog>
      {dialog?.kind === 'remove' && (
        <RemoveKeyDialog view={dialog.view} onClose={close} onKeys={props.onKeys} />
      )}
    </>
  );
}

function RemoveKeyDialog(props: {
  readonly view: KeyView;
  readonly onClose: () => void;
  readonly onKeys: (keys: readonly KeyView[]) => void;
}) {
  const { view, onClose } = props;
  const { effects } = useTabStore();
  const { profiles } = useAppState();
  const task = useTask();
  const profileNames = profiles.filter(({ keyId }) => keyId === view.id).map(({ name }) => name);
  const remove = () =>
    void task.run(async () => {
      props.onKeys(await effects.client.call('keys_remove', { id: view.id }));
      showToast(t('options.keys.removed', { name: view.name }), 'good');
      onClose();
    });
  return (
    <ConfirmDialog
      {...task}
      title={t('options.keys.remove', { name: view.name })}
      action={profileNames.length > 0 ? undefined : t('options.keys.removeDo')}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        {profileNames.length > 0
          ? t('options.keys.inUse', { names: formatList(profileNames) })
          : t('options.keys.removeWhat')}
      </p>
    </ConfirmDialog>
  );
}

/** The form that registers an API key for the user who signs in a profile. */
const formFor = (userId: string): string =>
  hashOf({
    screen: 'form',
    operation: KEY_REGISTRATION.name,
    about: { kind: 'user', id: userId },
  });

/** Registers a key of another device for the active profile's user; nothing without a tested profile. */
function AddDevice() {
  const { profiles, activeProfileId } = useAppState();
  const [isOpen, setOpen] = useState(false);
  const profile = profiles.find(({ id }) => id === activeProfileId);
  if (!profile?.known) return null;
  return (
    <>
      <Button icon="qr" small onClick={() => setOpen(true)}>
        {t('options.device.add')}
      </Button>
      <Dialog
        open={isOpen}
        title={t('options.device.add')}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('app.cancel')}</Button>
            <a class="button button-primary" href={formFor(profile.known.userId)}>
              {t('options.device.read')}
            </a>
          </>
        }
      >
        <DeviceSteps profile={profile} />
      </Dialog>
    </>
  );
}

/** What the other device has to know, and what happens then. */
function DeviceSteps({ profile }: { readonly profile: Profile }) {
  const { organizationId, baseUrl, known } = profile;
  return (
    <div class="stack">
      <ol class="steps-list">
        <li>{t('options.device.onOther')}</li>
        <li>{t('options.device.showsCode')}</li>
        <li>{t('options.device.readHere')}</li>
      </ol>
      <DescriptionList
        rows={[
          [
            t('options.service.baseUrl'),
            <CopyText
              key="url"
              text={baseUrl}
              shorten={false}
              what={t('options.service.baseUrl')}
            />,
          ],
          [
            t('options.service.organization'),
            <CopyText
              key="id"
              text={organizationId}
              shorten={false}
              what={t('options.service.organization')}
            />,
          ],
          [t('popup.review.user'), known?.userName ?? ''],
        ]}
      />
    </div>
  );
}
