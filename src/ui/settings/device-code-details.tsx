import { useEffect, useState } from 'preact/hooks';
import type { KeyView } from '../../protocol/app-state.ts';
import { t } from '../i18n.ts';
import { ComparisonGroups } from '../components/comparison-groups.tsx';
import { Qr } from '../components/qr.tsx';
import { CopyText, DescriptionList } from '../components/values.tsx';

/** What this device shows of its key, or undefined while it loads. */
function useDeviceCode(organizationId: string, publicKey: string): string | undefined {
  const [code, setCode] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const { deviceCodeOf } = await import('../../client/device/device-code.ts');
      if (isCurrent) setCode(deviceCodeOf({ organizationId, publicKey }));
    };
    void load();
    return () => void (isCurrent = false);
  }, [organizationId, publicKey]);
  return code;
}

/** The code of a second device, as QR and text, the digits to compare, and what to do with it. */
export function DeviceCodeDetails(props: {
  readonly view: KeyView;
  readonly organizationId: string;
}) {
  const { view, organizationId } = props;
  const { publicKey } = view;
  const code = useDeviceCode(organizationId, publicKey);
  const what = t('options.device.code');
  if (view.curve !== 'P256') return <p class="note">{t('options.device.otherCurve')}</p>;
  return (
    <>
      <div class="public-key">
        {code && <Qr text={code} what={what} />}
        <div class="stack">
          <p class="muted">{t('options.device.what')}</p>
          <DescriptionList
            rows={[
              [t('options.key.name'), view.name],
              [what, code && <CopyText text={code} shorten={false} mono what={what} />],
            ]}
          />
          <ComparisonGroups organizationId={organizationId} publicKey={publicKey} />
        </div>
      </div>
      <ol class="steps-list">
        <li>{t('options.device.open')}</li>
        <li>{t('options.device.give')}</li>
        <li>{t('options.device.compare')}</li>
        <li>{t('options.device.back')}</li>
      </ol>
    </>
  );
}
