import { basic, exchange } from '../../contract/call.ts'
import type { DeviceSpec } from '../../guests/device.ts'
import type { Home } from '../../home/home.ts'

/** The household of the scenarios about metrics. */
export const household = {
  nas: { wired: true, Policies: ['dns', 'api'] },
  phone: { Policies: ['wan', 'dns'] },
} satisfies Record<string, DeviceSpec>

/** Registers a one-time code for the owner. Returns a function that makes tokens with it. */
export async function openTokens({
  router,
}: Pick<Home, 'router'>): Promise<(paths: readonly string[]) => Promise<string>> {
  const { proof } = await router.registerCodes()
  return async (ScopedPaths) => {
    const headers = { 'X-JWT-OTP': proof, Authorization: basic(router.login) }
    const text = JSON.stringify({ Name: 'prometheus', Expire: 0, ScopedPaths })
    const reply = await exchange(router.console, { method: 'PUT', path: '/tokens', headers, text })
    if (reply.status !== 200) throw new Error(`no token: ${reply.text}`)
    return JSON.parse(reply.text).Token
  }
}
