import { catalogueOf } from '../../src/ui/words/translation.ts';
import { authorizationWords } from '../../src/ui/words/en/authorization.ts';
import { choiceTexts } from '../../src/ui/words/en/choices.ts';
import { backupWords } from '../../src/ui/words/en/backup.ts';
import { confirmWords } from '../../src/ui/words/en/confirm.ts';
import { errorWords, reasonWords } from '../../src/ui/words/en/errors.ts';
import { exportWords } from '../../src/ui/words/en/export.ts';
import { filterWords } from '../../src/ui/words/en/filter.ts';
import { historyWords } from '../../src/ui/words/en/history.ts';
import { importWords } from '../../src/ui/words/en/import.ts';
import { interfaceReadingWords } from '../../src/ui/words/en/interface-reading.ts';
import { appWords } from '../../src/ui/words/en/app.ts';
import { managedWords } from '../../src/ui/words/en/managed.ts';
import { memberWords } from '../../src/ui/words/en/members.ts';
import { operationWords } from '../../src/ui/words/en/operations.ts';
import { objectWords } from '../../src/ui/words/en/objects.ts';
import { optionsWords } from '../../src/ui/words/en/options.ts';
import { passkeyWords } from '../../src/ui/words/en/passkey.ts';
import { pastWords } from '../../src/ui/words/en/past.ts';
import { phraseWords } from '../../src/ui/words/en/phrase.ts';
import { policyWords } from '../../src/ui/words/en/policies.ts';
import { policyBuilderWords } from '../../src/ui/words/en/policy-builder.ts';
import { policyScreenWords } from '../../src/ui/words/en/policy-screen.ts';
import { popupWords } from '../../src/ui/words/en/popup.ts';
import { procedureWords } from '../../src/ui/words/en/procedure.ts';
import { rotationWords } from '../../src/ui/words/en/rotation.ts';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { serviceErrorWords } from '../../src/ui/words/en/service-errors.ts';
import { sendWords } from '../../src/ui/words/en/send.ts';
import { signingWords } from '../../src/ui/words/en/signing.ts';
import { unlockWords } from '../../src/ui/words/en/unlock.ts';
import { cameraWords } from '../../src/ui/words/en/camera.ts';
import { wipeWords } from '../../src/ui/words/en/wipe.ts';

/** Every English text, by its key; the pages load them a part at a time. */
export const english = catalogueOf({
  areas: {
    authorization: authorizationWords,
    backup: backupWords,
    confirm: confirmWords,
    export: exportWords,
    filter: filterWords,
    history: historyWords,
    import: importWords,
    interfaceReading: interfaceReadingWords,
    app: appWords,
    managed: managedWords,
    objects: objectWords,
    options: optionsWords,
    passkey: passkeyWords,
    phrase: phraseWords,
    policies: policyWords,
    policyBuilder: policyBuilderWords,
    policyScreen: policyScreenWords,
    popup: popupWords,
    procedure: procedureWords,
    rotation: rotationWords,
    send: sendWords,
    signing: signingWords,
    unlock: unlockWords,
    camera: cameraWords,
    wipe: wipeWords,
  },
  errors: errorWords,
  reasons: reasonWords,
  rules: ruleWords,
  serviceErrors: serviceErrorWords,
  members: memberWords,
  operations: operationWords,
  past: pastWords,
  choices: choiceTexts(),
});
