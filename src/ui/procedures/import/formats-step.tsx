import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Badge, Card } from '../../components/surfaces.tsx';
import { AddressLine, formatText } from '../../components/address-line.tsx';
import type { ImportFlow } from './import-flow.ts';
import { chainText } from './import-texts.ts';

type Offer = ImportFlow['offers']['value'][number];

/** Formats grouped by chain, with the addresses of the selected ones. */
export function FormatsStep({ flow }: { readonly flow: ImportFlow }) {
  const [tried, setTried] = useState(false);
  const offers = flow.offers.value;
  // As it was when the step opened, so that a selected format doesn't move.
  const [initialFormats] = useState(() => flow.formats.peek());
  const shownOffers = offers.filter(
    ({ own, formats }) => own || formats.some(({ format }) => initialFormats.includes(format)),
  );
  const others = offers.filter((offer) => !shownOffers.includes(offer));
  const count = flow.formats.value.length;
  const submit = (): void => {
    setTried(true);
    if (count > 0) flow.step.value = 'name';
  };
  return (
    <Card>
      <p class="muted">{t('import.formats.what')}</p>
      {shownOffers.map((offer) => (
        <ChainGroup key={offer.chain} flow={flow} offer={offer} />
      ))}
      {others.length > 0 && (
        <details class="more">
          <summary>{t('import.formats.others')}</summary>
          {others.map((offer) => (
            <ChainGroup key={offer.chain} flow={flow} offer={offer} />
          ))}
        </details>
      )}
      <p class="field-error" role="status">
        {tried && count === 0 && t('import.formats.missing')}
      </p>
      <div class="actions">
        <Button kind="primary" onClick={submit}>
          {t('app.continue')}
        </Button>
        <Button onClick={() => (flow.step.value = 'key')}>{t('app.back')}</Button>
        <span class="muted">{t('import.formats.count', { count })}</span>
      </div>
    </Card>
  );
}

/** A chain's formats. Its testnets are folded away, except those selected at the start. */
function ChainGroup({ flow, offer }: { readonly flow: ImportFlow; readonly offer: Offer }) {
  const name = chainText(offer.chain, offer.name);
  const [initialFormats] = useState(() => flow.formats.peek());
  const isShown = ({ format, network }: Offer['formats'][number]) =>
    network === 'mainnet' || initialFormats.includes(format);
  const shown = offer.formats.filter(isShown);
  const others = offer.formats.filter((option) => !isShown(option));
  return (
    <fieldset class="chain" data-chain={offer.chain}>
      <legend>
        {name} {offer.own && <Badge>{t('import.formats.own')}</Badge>}
      </legend>
      {shown.map((option) => (
        <FormatRow key={option.format} flow={flow} option={option} />
      ))}
      {others.length > 0 && (
        <details class="more">
          <summary>{t('import.formats.test', { chain: name })}</summary>
          {others.map((option) => (
            <FormatRow key={option.format} flow={flow} option={option} />
          ))}
        </details>
      )}
    </fieldset>
  );
}

function FormatRow(props: {
  readonly flow: ImportFlow;
  readonly option: Offer['formats'][number];
}) {
  const { flow, option } = props;
  const { format, hasOpenRule: open } = option;
  const isChosen = flow.formats.value.includes(format);
  const address = flow.addresses.value.get(format);
  return (
    <div class="format">
      <label class="choice">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => flow.toggle(format, event.currentTarget.checked)}
        />
        <span class="choice-text">{formatText(format)}</span>
      </label>
      {isChosen && address !== undefined && (
        <AddressLine format={format} address={address} showsFormat={false}>
          {open && <p class="help">{t('import.formats.open')}</p>}
        </AddressLine>
      )}
    </div>
  );
}
