import { contactRule, emailRule, phoneRule } from './contact-rules.ts';
import { labelRule } from './label-rule.ts';
import { provideRules } from './late-rules.ts';

/*
 * Whoever imports this judges all texts at once: forms while somebody types, and the service. The
 * worker loads it with the first text that needs it.
 */
provideRules({ label: labelRule, email: emailRule, phone: phoneRule, contact: contactRule });
