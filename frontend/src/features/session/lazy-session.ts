import type { Session, SessionHost } from './session';
import { signedOut } from './session-slice';
import { mayBeSignedIn, onOtherTab } from './stored-sign-in';

const RETRY_MS = 5_000;

/**
 * Whoever is signed in. The session's code is loaded for people who are signed in in this browser, or about to be: most
 * visitors of the shop never are. One for each page load.
 */
export class LazySession {
  private session: Session | undefined;
  private loading: Promise<Session> | undefined;
  private started = false;

  constructor(
    private readonly host: SessionHost,
    private readonly importSession = () => import('./session'),
  ) {}

  /** Reads what the browser has stored, now and whenever another tab may have changed it. */
  start(): void {
    if (this.started) return;
    this.started = true;
    onOtherTab(() => this.follow());
    this.follow();
  }

  /** See `Session.renew`. */
  async renew(refused?: string): Promise<boolean> {
    return (await this.load()).renew(refused);
  }

  /** See `Session.token`. */
  token(): string | undefined {
    return this.session?.token();
  }

  private follow(): void {
    if (this.session) return; // it follows by itself
    if (mayBeSignedIn()) this.load().catch(() => setTimeout(() => this.follow(), RETRY_MS));
    else this.host.dispatch(signedOut());
  }

  /** For what only a session can do: sign in, sign up, sign out. */
  load(): Promise<Session> {
    this.loading ??= this.importSession().then(
      ({ Session: Loaded }) => {
        this.session = new Loaded(this.host);
        void this.session.start();
        return this.session;
      },
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }
}
