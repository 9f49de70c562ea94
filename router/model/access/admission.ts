import type { Caller, Details } from '../operation.ts'

/**
 * Where a call came in: from the network, from a port forwarder on this machine whose callers have to sign in as on the network,
 * or on the console's socket.
 */
export type ListenerKind = 'network' | 'local' | 'console'

/** The other end of a call. */
export interface CallPeer {
  readonly listener: ListenerKind
  readonly address: string
  readonly port: number
}

/** What an operation demands of its callers. */
export type AccessRule = Pick<
  Details,
  | 'access'
  | 'roles'
  | 'withoutProof'
  | 'effects'
  | 'untilSetUp'
  | 'mayNeedCode'
  | 'scopedAs'
  | 'right'
  | 'isForBrowsers'
>

/** The parts of a call that its authorization depends on. */
export interface AuthCall {
  readonly method: string
  /** The path of the request line, without the query. */
  readonly path: string
  readonly authorization: string | undefined
  /** The origin of the page that sent the call, if that is not a page of this router. */
  readonly foreignOrigin?: string | undefined
  /** The header `X-JWT-OTP`. */
  readonly proof: string | undefined
  /** The session of a browser. Ignored if there is an `Authorization` header. */
  readonly browser?: BrowserCredentials | undefined
}

interface Credited {
  /** Whether the credentials are still valid: they may have ended or expired, and the role of their user may have changed. */
  readonly isStillGood: () => boolean
}

/** A call that is permitted. */
export interface Admitted extends Credited {
  readonly caller: Caller
}

/** A websocket's first message, found good. */
export interface WebsocketSignIn extends Credited {
  /** Whether it may get an event. */
  readonly mayGet: (topic: string, payload: unknown) => boolean
}

/** A websocket's first message, refused, in the words its clients know. */
export type WebsocketRefusal = 'Authentication failure' | 'Invalid JWT OTP'

export interface Auth {
  /** The caller, if the call is permitted. Throws `AccessDenied` or `Locked`, in the order of the API. */
  admit(rule: AccessRule, call: AuthCall, peer: CallPeer): Promise<Admitted>
  /**
   * What a websocket's first message comes to; an address that is locked is refused like any. With the cookies of a browser, the
   * message is its CSRF token.
   */
  signIn(message: string, peer: CallPeer, cookies?: readonly string[]): Promise<WebsocketSignIn | WebsocketRefusal>
}

/** What a browser sends for a session: the cookies with its name, and the CSRF token of its pages. */
export interface BrowserCredentials {
  /** More than one if another server on this host has set a cookie of the same name. */
  readonly cookies: readonly string[]
  readonly csrf: string
}
