import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { findText, t } from '../i18n.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { IconButton } from './button.tsx';
import { joinClassNames } from './format.ts';
import { Qr } from './qr.tsx';
import { CopyButton } from './values.tsx';

/** The display name of an address format. */
export function formatText(format: string): string {
  return findText(`choice.${format}`) ?? format;
}

/** One address in full with its ends highlighted, copy and QR buttons, and notes about it. */
export function AddressLine(props: {
  readonly format: string;
  readonly address: string;
  /** False if the format's name already appears next to the address. */
  readonly showsFormat?: boolean;
  /** False for an address that nobody should use: it gets no copy button and no QR code. */
  readonly isUsable?: boolean;
  /** A badge at the end of the first line. */
  readonly badge?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  const { format, address, showsFormat = true, isUsable = true } = props;
  const [isQrOpen, setIsQrOpen] = useState(false);
  const what = t('app.address.of', { format: formatText(format) });
  return (
    <div
      class={joinClassNames('address-line', !isUsable && 'address-line-wrong')}
      data-format={format}
    >
      {(showsFormat || props.badge) && (
        <div class="address-head">
          {showsFormat && <span class="address-format">{formatText(format)}</span>}
          {props.badge}
        </div>
      )}
      <div class="address-text">
        <span class="break">
          <VisibleText text={address} grouped />
        </span>
        {isUsable && (
          <span class="address-acts">
            <CopyButton text={address} what={what} />
            <IconButton
              name="qr"
              label={t(isQrOpen ? 'app.address.hideQr' : 'app.address.qr')}
              expanded={isQrOpen}
              onClick={() => setIsQrOpen(!isQrOpen)}
            />
          </span>
        )}
      </div>
      {isQrOpen && <Qr text={address} what={what} />}
      {props.children}
    </div>
  );
}
