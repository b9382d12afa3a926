/**
 * Who is signed in: sign-in, start-up, renewal and sign-out (S4.2 to S4.8, S4.26). The access token stays in the memory of the tab,
 * the refresh token in the encrypted store, which the tabs of a browser share.
 */
import type { UserInfo } from '@brina/contract/calls/people/account';
import type { FactorProof } from '@brina/contract/calls/people/security';
import { CallFailed } from '@brina/contract/wire/client';
import { fromWireLocale } from '@brina/domain/language/locales';
import { ActiveMarker } from './active-marker.ts';
import { setLocale } from './catalogues.ts';
import { afterFirstPicture } from './first-picture.ts';
import { OtherTabs, type Word } from './session-tabs.ts';
import { claimsOf, SessionTokens } from './session-tokens.ts';
import { acceptTerms, activeUser, faultOf, fetchUser, ownUser, SignInFailed } from './session-user.ts';
import { type KeptStore, type LocalData, openLocalStore, openSessionStore, type StoredSession } from './storage.ts';
import { type AskedFactor, grantPassword, PortalUnreachable, TokenRefused, type Tokens } from './tokens.ts';
import { authorise } from './transport.ts';

/** What the sign-in form asks for. */
export type Credentials = { email: string; password: string; rememberMe: boolean };

/**
 * How a sign-in whose password was right went on (S4.3): into the session, or no further because the e-mail address is not
 * confirmed (INACTIVE), because a second factor is asked for, or because the terms in force are not accepted: they are new to the person,
 * or have changed. `accept` saves that they are and goes on into the session; so does `prove`, which throws `FactorRefused` for a wrong proof.
 */
export type SignIn =
  | { outcome: 'signed-in' }
  | { outcome: 'unconfirmed' }
  | { outcome: 'second-factor'; asked: AskedFactor; prove: (proof: FactorProof) => Promise<SignIn> }
  | { outcome: 'terms'; haveChanged: boolean; accept: () => Promise<void> };

/** The session of one tab, over stores that other tabs share. */
export class Session {
  readonly kept: KeptStore<StoredSession>;
  readonly #local: KeptStore<LocalData>;
  readonly #tokens: SessionTokens;
  readonly #marker: ActiveMarker;
  readonly #otherTabs: OtherTabs;
  /** Questions who the user is, in their order, and the one whose answer is known; who enters or leaves is an answer too. */
  #asked = 0;
  #known = 0;

  /** @param name names the marker, the locks and the channel between tabs; sessions of the same name belong to one browser */
  constructor(kept: KeptStore<StoredSession>, local: KeptStore<LocalData>, name = 'brina') {
    this.kept = kept;
    this.#local = local;
    this.#marker = new ActiveMarker(`${name}:active`);
    this.#otherTabs = new OtherTabs(`${name}:session`, (word) => this.#hear(word));
    this.#tokens = new SessionTokens(kept, `${name}:renew`, {
      renewed: (accessToken, renewedAt) => this.#otherTabs.tell({ kind: 'renewed', accessToken, renewedAt }),
      refused: () => this.#end(),
    });
  }

  get live(): SessionTokens['live'] {
    return this.#tokens.live;
  }

  accessToken(): string | null {
    return this.#tokens.access;
  }

  /** Exchanges the refresh token; `refused` is the access token that no longer serves. False: the session has ended. */
  renew(refused: string | null): Promise<boolean> {
    return this.#tokens.renew(refused);
  }

  /**
   * The session's token without a user, for calls that are open to everybody who has one (S3.4, S4.8): the one that was fetched when the
   * session began, or another when that has ended.
   */
  async genericToken(): Promise<string> {
    return (await import('./further-grants.ts')).heldGeneric(this.live);
  }

  /** The user's id at the identity provider: the `oid` claim of the access token (S3.2). */
  idpUserId(): string | null {
    return oidOf(this.accessToken());
  }

  /**
   * Start-up (S4.5, S4.7): a stored session goes on when its person wished so or its browser has not been closed; its refresh token
   * is exchanged and the user loaded anew. Anything else ends signed out, but for a portal that does not answer at all: a page that
   * starts from the shell without a line, or is left while it starts, must not cost the session.
   * @throws {PortalUnreachable}
   */
  async start(): Promise<void> {
    await Promise.all([this.kept.rehydrate(), this.#local.rehydrate()]);
    this.#otherTabs.open();
    authorise({
      accessToken: () => this.accessToken(),
      renew: (refused) => this.renew(refused),
      end: () => this.#end(),
      ready: () => this.#until(({ status, accessToken }) => status !== 'resuming' || accessToken !== null),
    });
    const { email, rememberMe, refreshToken } = this.kept.getState();
    const goesOn = email !== null && (rememberMe || (await this.#marker.isActive()));
    if (!goesOn || refreshToken === null) return this.signOut();
    if (this.#local.getState().user) this.live.setState({ status: 'resuming' });
    if (!(await this.renew(null))) return this.signOut();
    try {
      await this.#ask(activeUser);
    } catch (error) {
      // Another tab has signed out meanwhile, and somebody else may be signed in there.
      if (this.accessToken() === null) return;
      if (error instanceof CallFailed && error.status === 0) throw new PortalUnreachable('no user', { cause: error });
      return this.signOut();
    }
    if (this.accessToken() === null) return;
    this.#marker.set();
    this.#begin();
  }

  /** Resolves when the start-up knows whether the page of a kept user can be shown, or nobody's. */
  looked(): Promise<void> {
    return this.#until(({ status }) => status !== 'starting');
  }

  /**
   * Signs in: tokens, then the user (S4.3). Tokens of who may not enter yet are not kept.
   * @throws {SignInFailed}
   */
  async signIn(credentials: Credentials): Promise<SignIn> {
    try {
      return await this.#goOn(credentials, await grantPassword(credentials));
    } catch (cause) {
      if (cause instanceof SignInFailed) throw cause;
      const { mfa_token, kinds = [], passkey = null } = cause instanceof TokenRefused ? cause.refusal : {};
      if (mfa_token === undefined) throw new SignInFailed(faultOf(cause), { cause });
      const prove = async (proof: FactorProof) => {
        const { grantSecondFactor } = await import('./further-grants.ts');
        return this.#goOn(credentials, await grantSecondFactor(mfa_token, proof, credentials));
      };
      return { outcome: 'second-factor', asked: { kinds, passkey }, prove };
    }
  }

  async #goOn(credentials: Credentials, tokens: Tokens): Promise<SignIn> {
    const user = await ownUser(tokens);
    if (user.status === 'INACTIVE') return { outcome: 'unconfirmed' };
    if (user.tos) {
      await this.#enter(credentials, tokens, user);
      return { outcome: 'signed-in' };
    }
    const accept = async (): Promise<void> => this.#enter(credentials, tokens, await acceptTerms(tokens));
    return { outcome: 'terms', haveChanged: user.knowsTerms, accept };
  }

  /** Ends the session, in every tab: tokens and user forgotten, e-mail kept (S4.6). */
  signOut(): void {
    this.#forget();
    this.#otherTabs.tell({ kind: 'signed-out' });
  }

  /** Ends the session because the portal says so: its person, who did not ask for it, is told on the way back in. */
  #end(): void {
    this.live.setState({ wasRefused: true });
    this.signOut();
  }

  /**
   * Goes on with the user as a changing call has replied it: profile, preferences, the company the session acts for. Every tab of
   * this browser follows at once (S1.2).
   */
  async adopt(user: UserInfo): Promise<void> {
    await this.#know(user, ++this.#asked);
    this.#otherTabs.tell({ kind: 'user-changed' });
  }

  /**
   * Loads the user again in the background; a failure is for the console only (S8.12). Signed out meanwhile, by another tab too, it
   * is neither a failure nor leaves anything of the user here.
   */
  async reloadUser(): Promise<void> {
    try {
      await this.#ask(fetchUser);
    } catch (error) {
      if (this.accessToken() !== null) console.error('User not loaded again.', error);
    }
  }

  /** Lets go of timers, locks and the channel; the stored session stays. */
  close(): void {
    this.#tokens.close();
    this.#marker.release();
    this.#otherTabs.close();
  }

  #until(holds: (now: ReturnType<SessionTokens['live']['getState']>) => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (holds(this.live.getState())) return resolve();
      const stop = this.live.subscribe((now) => {
        if (!holds(now)) return;
        stop();
        resolve();
      });
    });
  }

  /** The session has begun. Nothing on the first page needs the token without a user: it comes after. */
  #begin(): void {
    this.live.setState({ status: 'signed-in', wasRefused: false });
    void afterFirstPicture()
      .then(() => (this.accessToken() === null ? null : this.genericToken()))
      .catch((error: unknown) => console.error('No generic token.', error));
  }

  #hear(word: Word): void {
    if (this.accessToken() === null) return;
    if (word.kind === 'signed-out') this.#forget();
    else if (word.kind === 'user-changed') void this.reloadUser();
    else this.#tokens.hear(word.accessToken, word.renewedAt);
  }

  #forget(): void {
    this.#known = ++this.#asked;
    this.#marker.clear();
    this.#tokens.forget();
    this.#local.setState({ user: null });
    this.live.setState({ status: 'signed-out', accessToken: null, genericToken: null });
  }

  /** Begins the session of a user who may work; the interface takes the user's language (S4.4). */
  async #enter({ email, rememberMe }: Credentials, tokens: Tokens, user: UserInfo): Promise<void> {
    this.#known = ++this.#asked;
    const locale = fromWireLocale(user.language);
    this.kept.setState({ email, rememberMe });
    this.#local.setState({ user, locale });
    await this.#tokens.keep(tokens);
    this.#marker.set();
    await setLocale(locale);
    this.#begin();
  }

  /** Asks the portal who the user is, and goes on with its answer. */
  async #ask(ask: () => Promise<UserInfo>): Promise<void> {
    const order = ++this.#asked;
    const user = await ask();
    if (this.accessToken() !== null) await this.#know(user, order);
  }

  /**
   * Goes on with what the portal says of the user; a language chosen elsewhere is taken over (S4.4).
   * @param order of the question: an answer that comes after a younger one's may be of before a change, and counts no more
   */
  async #know(user: UserInfo, order: number): Promise<void> {
    if (order < this.#known) return;
    this.#known = order;
    const before = this.#local.getState().user;
    if (before === null || before.language === user.language) return this.#local.setState({ user });
    const locale = fromWireLocale(user.language);
    // Kept together and first: a tab that is reloaded before it speaks the language must not put the old one back for all tabs.
    this.#local.setState({ user, locale });
    await this.#local.written();
    // Texts that cannot be had end no session: the next page speaks the language.
    await setLocale(locale).catch((error: unknown) => console.error(`No texts of ${locale}.`, error));
  }
}

/** The user's id in a token. The server has checked it, here it is only read. */
function oidOf(token: string | null): string | null {
  const { oid } = claimsOf(token);
  return typeof oid === 'string' ? oid : null;
}

/** What this browser keeps. */
export const localStore = openLocalStore();

/** The session of this tab. */
export const session = new Session(openSessionStore(), localStore);
