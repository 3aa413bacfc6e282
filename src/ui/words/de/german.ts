// German, all of it: the module that loads when someone chooses it.
import { catalogueOf, type Words } from '../translation.ts';
import { authorizationWordsDe } from './authorization.ts';
import { backupWordsDe } from './backup.ts';
import { choiceTextsDe } from './choices.ts';
import { confirmWordsDe } from './confirm.ts';
import { errorWordsDe, reasonWordsDe } from './errors.ts';
import { exportWordsDe } from './export.ts';
import { filterWordsDe } from './filter.ts';
import { historyWordsDe } from './history.ts';
import { importWordsDe } from './import.ts';
import { interfaceReadingWordsDe } from './interface-reading.ts';
import { appWordsDe } from './app.ts';
import { managedWordsDe } from './managed.ts';
import { memberWordsDe } from './members.ts';
import { objectWordsDe } from './objects.ts';
import { operationWordsDe } from './operations.ts';
import { optionsWordsDe } from './options.ts';
import { passkeyWordsDe } from './passkey.ts';
import { pastWordsDe } from './past.ts';
import { phraseWordsDe } from './phrase.ts';
import { policyWordsDe } from './policies.ts';
import { policyBuilderWordsDe } from './policy-builder.ts';
import { policyScreenWordsDe } from './policy-screen.ts';
import { popupWordsDe } from './popup.ts';
import { procedureWordsDe } from './procedure.ts';
import { rotationWordsDe } from './rotation.ts';
import { ruleWordsDe } from './rules.ts';
import { serviceErrorWordsDe } from './service-errors.ts';
import { sendWordsDe } from './send.ts';
import { signingWordsDe } from './signing.ts';
import { unlockWordsDe } from './unlock.ts';
import { cameraWordsDe } from './camera.ts';
import { wipeWordsDe } from './wipe.ts';

export const german: Words = catalogueOf({
  areas: {
    authorization: authorizationWordsDe,
    backup: backupWordsDe,
    confirm: confirmWordsDe,
    export: exportWordsDe,
    filter: filterWordsDe,
    history: historyWordsDe,
    import: importWordsDe,
    interfaceReading: interfaceReadingWordsDe,
    app: appWordsDe,
    managed: managedWordsDe,
    objects: objectWordsDe,
    options: optionsWordsDe,
    passkey: passkeyWordsDe,
    phrase: phraseWordsDe,
    policies: policyWordsDe,
    policyBuilder: policyBuilderWordsDe,
    policyScreen: policyScreenWordsDe,
    popup: popupWordsDe,
    procedure: procedureWordsDe,
    rotation: rotationWordsDe,
    send: sendWordsDe,
    signing: signingWordsDe,
    unlock: unlockWordsDe,
    camera: cameraWordsDe,
    wipe: wipeWordsDe,
  },
  errors: errorWordsDe,
  reasons: reasonWordsDe,
  rules: ruleWordsDe,
  serviceErrors: serviceErrorWordsDe,
  members: memberWordsDe,
  operations: operationWordsDe,
  past: pastWordsDe,
  choices: choiceTextsDe(),
});
