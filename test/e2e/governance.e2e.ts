import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { test } from './environment.ts';
import type { Oracle } from './oracle.ts';
import { openPopup } from './pages.ts';
import {
  approve,
  button,
  fillForm,
  openForm,
  operationRow,
  runOperation,
  waitForState,
} from './user-actions.ts';

/*
 * What governs an organization, from the popup's forms to the effect stored at the service, which the
 * vendor's client reads.
 */

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let oracle: Oracle;
let page: Page;

test.beforeAll(async ({ environments }) => {
  const { options, keystamp, ...environment } = await environments.start();
  ({ oracle } = environment);
  await options.close();
  page = await openPopup(keystamp);
});

const organization = () => ({ organizationId: oracle.organizationId });

test('behavior: policies are added and deleted several at once', async () => {
  const policies = [
    {
      policyName: 'Wallets by two',
      consensus: 'approvers.count() >= 2',
      condition: "activity.resource == 'WALLET'",
    },
    {
      policyName: 'No exports',
      effect: 'EFFECT_DENY',
      condition: "activity.action == 'EXPORT'",
      notes: 'For everybody',
    },
  ];
  await runOperation(page, 'create_policies', { policies });
  const stored = await oracle.client.getPolicies(organization());
  expect(stored.policies).toMatchObject(policies);
  await runOperation(page, 'delete_policies', { policyIds: ['Wallets by two', 'No exports'] });
  expect(await oracle.client.getPolicies(organization())).toEqual({ policies: [] });
});

test('behavior: the service creates private keys with tags, and a tag goes', async () => {
  await runOperation(page, 'create_private_key_tag', { privateKeyTagName: 'Hot' });
  const key = { privateKeyName: 'Deployer', addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] };
  await runOperation(page, 'create_private_keys', {
    privateKeys: [
      { ...key, privateKeyTags: ['Hot'] },
      { privateKeyName: 'Signer', curve: 'CURVE_ED25519' },
    ],
  });
  const { privateKeys } = await oracle.client.getPrivateKeys(organization());
  const { privateKeyTags } = await oracle.client.listPrivateKeyTags(organization());
  const tagIds = privateKeyTags.map(({ tagId }) => tagId);
  expect(privateKeys).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ privateKeyName: 'Deployer', privateKeyTags: tagIds }),
      expect.objectContaining({ privateKeyName: 'Signer', curve: 'CURVE_ED25519', addresses: [] }),
    ]),
  );
  await runOperation(page, 'delete_private_key_tags', { privateKeyTagIds: ['Hot'] });
  expect(await oracle.client.listPrivateKeyTags(organization())).toEqual({ privateKeyTags: [] });
});

test('behavior: an account is deleted', async () => {
  const { accounts } = await oracle.client.getWalletAccounts(organization());
  const [first] = accounts;
  const { address = '', walletAccountId } = first ?? {};
  const walletAccountIds = [address];
  await runOperation(page, 'delete_wallet_accounts', {
    walletAccountIds,
    deleteWithoutExport: true,
  });
  const left = await oracle.client.getWalletAccounts(organization());
  expect(left.accounts.map((one) => one.walletAccountId)).not.toContain(walletAccountId);
});

test('behavior: an IP allowlist is set, and one that shuts out its author is refused', async () => {
  const row = operationRow('set_ip_allowlist');
  await openForm(page, row);
  await fillForm(page, row, { enabled: true, rules: [{ cidr: '10.0.0.0/8' }] });
  await button(page, 'popup.review.title').click();
  await page.locator('[data-field="rules.0.cidr"]').getByText(ruleWords.cidr).waitFor();
  await fillForm(page, row, { rules: [{ cidr: '203.0.113.0/24', label: 'Office' }] });
  await approve(page, row);
  await waitForState(page, 'refused');
  await page.getByText('would shut out its own author').first().waitFor();
  const rules = [{ cidr: '203.0.113.0/24', label: 'Office' }, { cidr: '127.0.0.1/32' }];
  await runOperation(page, row.name, { enabled: true, rules });
  const { allowlist } = await oracle.client.getIpAllowlist(organization());
  expect(allowlist).toMatchObject({ enabled: true, rules });
  await runOperation(page, 'remove_ip_allowlist', {});
});

test('behavior: the organization is renamed, and its settings are shown', async () => {
  await runOperation(page, 'update_organization_name', { organizationName: 'Acme Treasury' });
  const { organizationData } = await oracle.client.getOrganization(organization());
  expect(organizationData.name).toBe('Acme Treasury');
  const row = operationRow('get_organization_configs');
  await openForm(page, row);
  await page.getByRole('button', { name: row.action, exact: true }).click();
  await page.getByText('Root quorum', { exact: false }).first().waitFor();
});
