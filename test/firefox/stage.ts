import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { test } from 'playwright/test';
import { findFirefox } from '../../scripts/firefox.mjs';
import { NO_FIREFOX } from '../../scripts/system.mjs';
import { startFaults, type FaultyService } from '../e2e/faults.ts';
import { oracleAt, type Oracle } from '../e2e/oracle.ts';
import { setUp } from '../e2e/person.ts';
import { startService, type RunningService } from '../e2e/service.ts';
import { launchFirefox, type FirefoxOptions, type KeystampInFirefox } from './browser.ts';
import { screenOf } from './screen.ts';

/** A Firefox with a Keystamp that is set up, the service behind a proxy, and the vendor's client. */
export type FirefoxStage = {
  service: RunningService;
  proxy: FaultyService;
  oracle: Oracle;
  keystamp: KeystampInFirefox;
  /** A page of Keystamp in a tab. */
  openPage: (path: string) => Promise<Page>;
  /** A web page in a tab. */
  openWeb: (url: string) => Promise<Page>;
  /** The popup in a tab, as wide and high as the toolbar's. */
  openPopup: () => Promise<Page>;
  /** Starts Firefox again over its profile. */
  restart: () => Promise<void>;
};

export type StageOptions = FirefoxOptions & {
  /** Keystamp's way to the service: straight, or through the proxy. */
  readonly through?: 'service' | 'proxy';
};

const WIDTH = 380;
const HEIGHT = 600;

/** The stage of one file, from its first test to its last. Skips the file where there is no Firefox. */
export function useFirefox({ through = 'proxy', ...options }: StageOptions = {}): FirefoxStage {
  const stage: Partial<FirefoxStage> = {};
  let profileDir = '';
  const there = () => stage as FirefoxStage;
  test.describe.configure({ mode: 'serial' });
  test.skip(!findFirefox(), NO_FIREFOX);
  test.beforeAll(async () => {
    profileDir = mkdtempSync(join(tmpdir(), 'keystamp-firefox-'));
    stage.service = await startService();
    stage.proxy = await startFaults(stage.service.url);
    stage.oracle = await oracleAt(stage.service.url);
    stage.keystamp = await launchFirefox({ ...options, profileDir });
    stage.openPage = async (path) => screenOf(await there().keystamp.openPage(path));
    stage.openWeb = async (url) => screenOf(await there().keystamp.openWeb(url));
    stage.openPopup = async () => {
      const page = await there().openPage('popup.html');
      await page.setViewportSize({ width: WIDTH, height: HEIGHT });
      return page;
    };
    stage.restart = async () => {
      stage.keystamp = await launchFirefox({ ...options, profileDir });
    };
    await (await setUp(there(), there()[through].url)).close();
  });
  test.afterAll(async () => {
    await stage.keystamp?.close();
    await stage.proxy?.stop();
    await stage.service?.stop();
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return there();
}
