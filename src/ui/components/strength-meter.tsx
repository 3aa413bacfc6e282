import type { Strength } from '../../client/password-strength.ts';
import { t } from '../i18n.ts';
import { joinClassNames } from './format.ts';

const LEVELS = ['weak', 'fair', 'good', 'strong'] as const;

/** How hard a password is to guess: in words, as four bars, and the most helpful advice. */
export function StrengthMeter({ strength }: { readonly strength: Strength }) {
  const empty = strength.bits === 0;
  const filledBars = empty ? 0 : LEVELS.indexOf(strength.level) + 1;
  const text = empty ? t('app.strength.none') : t(`app.strength.${strength.level}`);
  return (
    <div class={joinClassNames('strength', `strength-${strength.level}`)}>
      <div class="strength-bar" aria-hidden="true">
        {LEVELS.map((level, index) => (
          <span key={level} class={index < filledBars ? 'on' : ''} />
        ))}
      </div>
      <p class="help" role="status">
        <span class="hidden">{t('app.strength.label')} </span>
        <strong>{text}</strong> {t(`app.advice.${strength.advice}`)}
      </p>
    </div>
  );
}
