import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { ADMIN, signIn } from './shop.js';

/**
 * Everyday jobs of an admin, each done by keyboard, and with `npm run test:long` by mouse too: what each takes is printed, not
 * asserted.
 */

const MOST_TABS = 150;
type Way = 'mouse' | 'keyboard';
const WAYS: readonly Way[] = process.env['TEST_LONG'] ? ['mouse', 'keyboard'] : ['keyboard'];

/** One job in progress, and what it has taken so far. */
export class Job {
  private clicks = 0;
  private keys = 0;
  private began = 0;

  constructor(
    readonly page: Page,
    readonly by: Way,
  ) {}

  /** The page that the job begins on; its loading does not count. */
  async at(path: string): Promise<void> {
    await this.page.goto(path);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
    this.began = Date.now();
  }

  /** Presses a control: a click, or Tab until it has the focus and Enter. */
  async press(control: Locator): Promise<void> {
    if (this.by === 'mouse') {
      this.clicks += 1;
      return control.click();
    }
    await this.reach(control);
    await this.key('Enter');
  }

  /** Checks a box. */
  async check(box: Locator): Promise<void> {
    if (this.by === 'mouse') {
      this.clicks += 1;
      return box.click();
    }
    await this.reach(box);
    await this.key('Space');
  }

  /** Types into a field; what is typed counts for nothing, as it is the same either way. */
  async type(field: Locator, text: string): Promise<void> {
    if (this.by === 'mouse') {
      this.clicks += 1;
      return field.fill(text);
    }
    await this.reach(field);
    await this.key('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** Chooses in a list of the browser's. */
  async choose(list: Locator, label: string): Promise<void> {
    if (this.by === 'mouse') {
      this.clicks += 2;
      await list.selectOption({ label });
      return;
    }
    await this.reach(list);
    await this.page.keyboard.type(label);
    this.keys += 1;
  }

  /** A step within a menu. */
  arrow(key: 'ArrowDown' | 'ArrowUp'): Promise<void> {
    return this.key(key);
  }

  /** Searches a list and waits for its rows. */
  async search(text: string, rows = 1): Promise<Locator> {
    const box = this.page.getByRole('searchbox');
    const row = this.page.locator('tr[data-row-key]');
    if (this.by === 'mouse') await this.type(box, text);
    else {
      await this.key('/');
      await this.page.keyboard.type(text);
      await this.key('Enter');
    }
    await expect(this.page).toHaveURL(/[?&]q=/);
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(row).toHaveCount(rows);
    return row;
  }

  private async key(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  private async reach(control: Locator): Promise<void> {
    await expect(control).toBeVisible();
    const has = () => control.evaluate((element) => element === document.activeElement);
    // backwards to what is before the focus, as anybody would
    const isBefore = await control.evaluate(
      (element) =>
        (element.compareDocumentPosition(document.activeElement ?? document.body) &
          Node.DOCUMENT_POSITION_FOLLOWING) !==
        0,
    );
    for (let tabs = 0; !(await has()); tabs += 1) {
      expect(tabs, `${String(control)} is not reached by Tab`).toBeLessThan(MOST_TABS);
      await this.key(isBefore ? 'Shift+Tab' : 'Tab');
    }
  }

  print(name: string): void {
    const seconds = ((Date.now() - this.began) / 1_000).toFixed(1);
    const counts = this.by === 'mouse' ? `${this.clicks} clicks` : `${this.keys} keys`;
    console.log(`everyday: ${name}, by ${this.by}: ${counts}, ${seconds} s`);
  }
}

/**
 * Declares a job, in each way.
 *
 * @param arrange makes what the job is about, over the API
 * @param run the job, and what proves that it is done
 */
export function everyday<Given>(
  name: string,
  arrange: (request: APIRequestContext) => Promise<Given>,
  run: (job: Job, given: Given, request: APIRequestContext) => Promise<void>,
): void {
  for (const by of WAYS)
    test(`${name}, by ${by}`, async ({ page, request }) => {
      const given = await arrange(request);
      await signIn(page, ADMIN);
      const job = new Job(page, by);
      await run(job, given, request);
      job.print(name);
    });
}
