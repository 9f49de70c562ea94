export const HOME_PATH = '/admin'
export const SIGN_IN = '/auth/login'

const isOfApp = (address: unknown): address is string => typeof address === 'string' && /^\/admin(\/|$)/.test(address)

/** The address to open after sign-in, from the search parameter `back`. Addresses outside the app are ignored. */
export const backOf = ({ back }: Record<string, unknown>): { back?: string } => (isOfApp(back) ? { back } : {})

/** `at`: the address of the sign-in page. `back`: the address to open after sign-in. */
export interface SignInPlace {
  readonly at: string
  readonly back: string
}

/** The sign-in page for an address that needs a session; undefined for others. `path` and `search` as in `location`. */
export function signInFor(path: string, search: string): SignInPlace | undefined {
  if (path === '/' || path === '/auth/validate') return { at: SIGN_IN, back: HOME_PATH }
  if (path === SIGN_IN) {
    const { back = HOME_PATH } = backOf(Object.fromEntries(new URLSearchParams(search)))
    return { at: path + search, back }
  }
  if (!isOfApp(path)) return undefined
  const back = path + search
  return { at: `${SIGN_IN}?${new URLSearchParams({ back })}`, back }
}
