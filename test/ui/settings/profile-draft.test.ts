import { describe, expect, test } from 'vitest';
import { CALLS } from '../../../src/messaging/calls.ts';
import { LOCAL_BASE_URL, TURNKEY_BASE_URL, type Profile } from '../../../src/protocol/profile.ts';
import {
  draftFromLink,
  draftOf,
  withEnrolment,
  validateDraft,
  createDraft,
  passkeyProfileOf,
  profileOf,
  withService,
} from '../../../src/ui/settings/profile-draft.ts';
import * as v from 'valibot';
import { addWords, setLocale, t } from '../../../src/ui/i18n.ts';
import { optionsWords } from '../../../src/ui/words/en/options.ts';

addWords(optionsWords);
const ID = '0b7c0a52-7f0e-4d5b-9a51-3f4d6c2e8a10';
const OTHER = '7d0f9b1e-33cb-4a35-8a53-b2a9c61f1c77';
const CODE = 'A'.repeat(55);
const filledDraft = { ...createDraft('turnkey', []), organizationId: ID };

describe('newDraft', () => {
  test('behavior: takes the first colour that no profile has', () => {
    const profile: Profile = { ...profileOf(filledDraft, OTHER, null), id: ID };
    expect(createDraft('local', []).colour).toBe('blue');
    expect(createDraft('local', [profile]).colour).toBe('green');
  });
});

describe('withService', () => {
  test('behavior: brings the usual values, keeps a name of one’s own and the organization', () => {
    const local = withService(filledDraft, 'local');
    expect(local).toMatchObject({
      baseUrl: LOCAL_BASE_URL,
      name: 'Local service',
      organizationId: ID,
      passkeyHeader: 'X-Stamp',
    });
    expect(withService({ ...filledDraft, name: 'Work' }, 'custom').name).toBe('Work');
    expect(withService(filledDraft, 'turnkey')).toBe(filledDraft);
  });

  test('behavior: a second profile of a service has a number in its name', () => {
    const first: Profile = { ...profileOf(createDraft('local', []), OTHER, null), id: ID };
    const second = createDraft('local', [first]);
    expect(second.name).toBe('Local service 2');
    const taken = ['Local service', 'Turnkey', 'Turnkey 2'];
    expect(withService(second, 'turnkey', taken).name).toBe('Turnkey 3');
    expect(withService(second, 'custom', taken).name).toBe('');
  });

  test('behavior: a profile is first called what its service is called in the page’s language', async () => {
    expect(createDraft('local', []).name).toBe(t('options.service.local'));
    await setLocale('de');
    expect(createDraft('local', []).name).toBe('Lokaler Dienst');
    expect(createDraft('turnkey', []).name).toBe('Turnkey');
    expect(createDraft('custom', []).name).toBe('');
    await setLocale('en');
  });
});

describe('draftFromLink', () => {
  test.each([
    ['http://127.0.0.1:9000/', 'local', 'http://127.0.0.1:9000'],
    [TURNKEY_BASE_URL, 'turnkey', TURNKEY_BASE_URL],
    ['https://keys.example.com/api/', 'custom', 'https://keys.example.com/api'],
  ])('behavior: %s fills in a %s service', (link, service, baseUrl) => {
    expect(draftFromLink(link, [])).toMatchObject({ service, baseUrl });
  });

  test.each([
    'http://example.com',
    'javascript:alert(1)',
    'https://user:secret@example.com',
    'https://example.com/?a=b',
    'https://example.com/../x',
    '',
  ])('error: %j fills in nothing', (link) => {
    expect(draftFromLink(link, [])).toBeUndefined();
  });
});

describe('faults', () => {
  test('behavior: a filled draft has none; the organization counts only when it is asked for', () => {
    expect(validateDraft(filledDraft, true)).toEqual({});
    expect(validateDraft({ ...filledDraft, organizationId: '' }, false)).toEqual({});
  });

  test('error: each field is named with its own reason', () => {
    const wrong = {
      ...filledDraft,
      name: 'a\u202eb',
      organizationId: 'x',
      signer: '04ab',
      otp: '',
    };
    expect(validateDraft({ ...wrong, baseUrl: 'ftp://x' }, true)).toEqual({
      name: 'label_invisible',
      organizationId: 'uuid',
      baseUrl: expect.stringContaining('https'),
      signer: 'options.service.point',
      otp: 'options.service.point',
    });
  });

  test('error: a name that another profile has', () => {
    const named = { ...filledDraft, name: ' Work ' };
    expect(validateDraft(named, true, ['Work'])).toEqual({ name: 'name_taken' });
    expect(validateDraft(named, true, ['work'])).toEqual({});
  });

  test('error: the local service is on this computer', () => {
    const away = { ...createDraft('local', []), baseUrl: 'https://example.com' };
    expect(validateDraft({ ...away, setUpCode: CODE }, false)).toEqual({
      baseUrl: 'options.service.notLocal',
    });
  });

  test('error: a key is enrolled with a set-up code, which a second device needs none of', () => {
    const local = createDraft('local', []);
    const fault = { setUpCode: 'options.service.setUpCodeFault' };
    expect(validateDraft(local, false)).toEqual(fault);
    expect(validateDraft({ ...local, setUpCode: 'no code' }, false)).toEqual(fault);
    expect(validateDraft({ ...local, setUpCode: ` ${CODE} ` }, false)).toEqual({});
    const device = { ...local, isSecondDevice: true, organizationId: ID };
    expect(validateDraft(device, true)).toEqual({});
  });

  test('behavior: an address as the service prints it brings its code, to this computer only', () => {
    const local = draftFromLink(`http://127.0.0.1:9#${CODE}`, []);
    expect(local).toMatchObject({ baseUrl: 'http://127.0.0.1:9', setUpCode: CODE });
    const elsewhere = draftFromLink(`https://example.com#${CODE}`, []);
    expect(elsewhere).toMatchObject({ baseUrl: 'https://example.com', setUpCode: '' });
  });
});

describe('profileOf', () => {
  test('behavior: is what profiles_save takes, spaces and trailing slashes gone', () => {
    const input = { ...filledDraft, name: ' Work ', organizationId: ` ${ID.toUpperCase()} ` };
    const profile = profileOf(
      { ...input, service: 'custom', baseUrl: 'https://k.example/' },
      OTHER,
      null,
    );
    expect(v.parse(CALLS.profiles_save.input, profile)).toMatchObject({
      id: null,
      name: 'Work',
      organizationId: ID,
      baseUrl: 'https://k.example',
    });
  });

  test('behavior: an edited profile keeps its id and order', () => {
    const previous: Profile = { ...profileOf(filledDraft, OTHER, null), id: ID, order: 4 };
    expect(profileOf(draftOf(previous), OTHER, previous)).toEqual(previous);
  });
});

describe('passkeyProfileOf', () => {
  test('behavior: stamps with the passkeys of a domain, and with no key', () => {
    const profile = passkeyProfileOf(filledDraft, 'example.com', null);
    expect(v.parse(CALLS.profiles_save.input, profile)).toMatchObject({
      keyId: null,
      passkeys: { rpId: 'example.com', credentials: [] },
      authorization: { usual: 'passkey', passkeyOnly: [] },
    });
  });

  test('behavior: another try keeps what it knows of the same domain', () => {
    const credentials = [{ id: 'AAAA', name: 'Laptop', transports: [] }];
    const previous: Profile = {
      ...profileOf(filledDraft, OTHER, null),
      id: ID,
      passkeys: { rpId: 'example.com', credentials },
      authorization: { usual: 'key', passkeyOnly: ['update_wallet'] },
    };
    expect(passkeyProfileOf(filledDraft, 'example.com', previous)).toMatchObject({
      id: ID,
      passkeys: { credentials },
      authorization: { passkeyOnly: ['update_wallet'] },
    });
    expect(passkeyProfileOf(filledDraft, null, previous).passkeys).toEqual({
      rpId: null,
      credentials: [],
    });
  });
});

describe('enrolled', () => {
  test('behavior: takes organization and trusted keys of the local service', () => {
    const trust = { signer: `04${'a'.repeat(128)}`, otp: `04${'b'.repeat(128)}` };
    const enrolment = { organizationId: ID, userId: OTHER, apiKeyId: OTHER, trust };
    const profile = withEnrolment(createDraft('local', []), enrolment);
    expect(profileOf(profile, OTHER, null)).toMatchObject({ organizationId: ID, trust });
  });
});
