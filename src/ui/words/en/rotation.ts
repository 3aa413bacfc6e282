/** Words of the replacement of a profile’s API key. */
export const rotationWords = {
  'rotation.noKey': 'This profile has no API key to rotate.',
  'rotation.what': 'A new key takes the place of “{key}”, which signs for {profile}:',
  'rotation.does.register':
    'It creates the new key here and registers it for your user, signed with the old key.',
  'rotation.does.prove':
    'It asks the service who you are, signed with the new key. Only if that works, the profile changes to it.',
  'rotation.does.remove':
    'It removes the old key at the service, signed with the new one, and then deletes it here.',
  'rotation.safe':
    'You can stop at any time: a key that works stays, and you can continue later or undo it.',
  'rotation.others':
    'Other organizations where the old key stays registered and keeps signing: {names}.',
  'rotation.lifetime': 'Lifetime of the new key',
  'rotation.lifetimeHelp':
    'A user can have 10 keys that expire. One more replaces the oldest of them, also another device’s.',
  'rotation.going': 'You can leave this page. Come back to finish.',
  'rotation.whyRegister': 'Register the new key {name} for your user.',
  'rotation.whyRemove': 'Remove the key {name} from your user.',

  'rotation.stage.forward.key': 'Create the new key',
  'rotation.stage.forward.registration': 'Register it, signed with the old key',
  'rotation.stage.forward.proof': 'Prove the new key and change the profile to it',
  'rotation.stage.forward.removal': 'Remove the old key at the service',
  'rotation.stage.forward.end': 'Delete the old key here',
  'rotation.stage.back.proof': 'Prove the old key and change the profile back to it',
  'rotation.stage.back.removal': 'Remove the new key at the service',
  'rotation.stage.back.end': 'Delete the new key here',

  'rotation.interrupted': 'This key rotation isn’t finished',
  'rotation.signsNow': '“{key}” signs for {profile} now.',
  'rotation.waitsRegistration': 'Registering the new key needs other people’s approval',
  'rotation.waitsRemoval': 'Removing the key needs other people’s approval',
  'rotation.waitsWhat':
    'The service has the request. Once they have approved it, come back and continue.',
  'rotation.lastCredential':
    'Your user would have nothing left to sign with. The key that stays has expired or was removed: undo the rotation, or add another key first.',
  'rotation.tooMany':
    'Your user has as many keys as the service allows. Remove one of them, or choose a lifetime: keys that expire count separately.',
  'rotation.noWayBack':
    'The old key doesn’t work at the service anymore, so there’s no way back to it. Rotate after all: only the end is missing.',
  'rotation.clock':
    'The service doesn’t accept requests from another time. Set this computer’s clock, then continue.',
  'rotation.rejected': 'Someone voted against it. Continue to ask again, or undo the rotation.',
  'rotation.unsure': 'If you continue, Keystamp first asks the service which keys your user has.',
  'rotation.continueBack': 'Continue undoing',
  'rotation.undo': 'Undo',
  'rotation.forward': 'Rotate after all',
  'rotation.discard': 'Keep both keys',

  'rotation.done': '“{key}” signs now',
  'rotation.undone': 'Undone. “{key}” still signs',
  'rotation.goneHere': '“{key}” is removed at the service and deleted here.',
  'rotation.staysHere':
    '“{key}” is removed at the service. It stays here, because other profiles use it.',
} as const;
