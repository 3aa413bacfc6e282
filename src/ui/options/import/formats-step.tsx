import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Badge, Card } from '../../kit/surfaces.tsx';
import { AddressLine } from './address-line.tsx';
import type { Flow } from './flow.ts';
import { chainText, formatText } from './words.ts';

type Offer = Flow['offers']['value'][number];

/** Formats by chain, the addresses of the chosen ones beside them. */
export function FormatsStep({ flow }: { readonly flow: Flow }) {
  const [tried, setTried] = useState(false);
  const offers = flow.offers.value;
  // As it was when the step was opened: what is ticked does not jump.
  const [atFirst] = useState(() => flow.formats.peek());
  const near = offers.filter(
    ({ own, formats }) => own || formats.some(({ format }) => atFirst.includes(format)),
  );
  const others = offers.filter((offer) => !near.includes(offer));
  const count = flow.formats.value.length;
  const goOn = (): void => {
    setTried(true);
    if (count > 0) flow.step.value = 'name';
  };
  return (
    <Card>
      <p class="muted">{t('import.formats.what')}</p>
      {near.map((offer) => (
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
        <Button kind="primary" onClick={goOn}>
          {t('import.continue')}
        </Button>
        <Button onClick={() => (flow.step.value = 'key')}>{t('import.back')}</Button>
        <span class="muted">{t('import.formats.count', { count })}</span>
      </div>
    </Card>
  );
}

/** A chain's formats; those of its test networks apart, but for what was chosen at first. */
function ChainGroup({ flow, offer }: { readonly flow: Flow; readonly offer: Offer }) {
  const name = chainText(offer.chain, offer.name);
  const [atFirst] = useState(() => flow.formats.peek());
  const isShown = ({ format, network }: Offer['formats'][number]) =>
    network === 'mainnet' || atFirst.includes(format);
  const shown = offer.formats.filter(isShown);
  const others = offer.formats.filter((one) => !isShown(one));
  return (
    <fieldset class="chain" data-chain={offer.chain}>
      <legend>
        {name} {offer.own && <Badge>{t('import.formats.own')}</Badge>}
      </legend>
      {shown.map((one) => (
        <FormatRow key={one.format} flow={flow} offer={one} />
      ))}
      {others.length > 0 && (
        <details class="more">
          <summary>{t('import.formats.test', { chain: name })}</summary>
          {others.map((one) => (
            <FormatRow key={one.format} flow={flow} offer={one} />
          ))}
        </details>
      )}
    </fieldset>
  );
}

function FormatRow(props: { readonly flow: Flow; readonly offer: Offer['formats'][number] }) {
  const { flow, offer } = props;
  const { format, open } = offer;
  const chosen = flow.formats.value.includes(format);
  const address = flow.addresses.value.get(format);
  return (
    <div class="format">
      <label class="choice">
        <input
          type="checkbox"
          checked={chosen}
          onChange={(event) => flow.toggle(format, event.currentTarget.checked)}
        />
        <span class="choice-text">{formatText(format)}</span>
      </label>
      {chosen && address !== undefined && (
        <AddressLine format={format} address={address} named={false}>
          {open && <p class="help">{t('import.formats.open')}</p>}
        </AddressLine>
      )}
    </div>
  );
}
