import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { IconButton } from '../../kit/button.tsx';
import { classes } from '../../kit/format.ts';
import { Qr } from '../../kit/qr.tsx';
import { CopyButton } from '../../kit/values.tsx';
import { formatText } from './words.ts';

/** One address: whole, its ends stressed, to copy and to scan, with what is said of it. */
export function AddressLine(props: {
  readonly format: string;
  readonly address: string;
  /** False where the format's name stands beside it already. */
  readonly named?: boolean;
  /** False for an address that nobody should use: it is not offered to copy or to scan. */
  readonly usable?: boolean;
  /** A badge at the end of the first line. */
  readonly badge?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  const { format, address, named = true, usable = true } = props;
  const [qr, setQr] = useState(false);
  const what = t('import.address.of', { format: formatText(format) });
  return (
    <div class={classes('address-line', !usable && 'wrong')} data-format={format}>
      {(named || props.badge) && (
        <div class="address-head">
          {named && <span class="address-format">{formatText(format)}</span>}
          {props.badge}
        </div>
      )}
      <div class="address-text">
        <span class="break">
          <VisibleText text={address} grouped />
        </span>
        {usable && (
          <span class="address-acts">
            <CopyButton text={address} what={what} />
            <IconButton
              name="qr"
              label={t(qr ? 'import.address.hideQr' : 'import.address.qr')}
              expanded={qr}
              onClick={() => setQr(!qr)}
            />
          </span>
        )}
      </div>
      {qr && <Qr text={address} what={what} />}
      {props.children}
    </div>
  );
}
