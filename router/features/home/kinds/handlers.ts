import type { Core } from '../../../core.ts'
import { NotFound } from '../../../errors.ts'
import { builtinRules, LISTED } from '../../../model/home/kinds/builtin.ts'
import type { classification } from '../../../model/home/kinds/contract.ts'
import { type FingerprintSettings, withRule } from '../../../model/home/kinds/fingerprint.ts'
import { noSignals } from '../../../model/home/kinds/signals.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Mac } from '../../../values/mac.ts'
import type { DeviceKinds } from './kinds.ts'

/** `vendorOf` returns the vendor of a MAC address, which is empty if there is none. */
export function classificationHandlers(
  { facts, change, clock }: Pick<Core, 'facts' | 'change' | 'clock'>,
  kinds: DeviceKinds,
  vendorOf: (mac: Mac) => Promise<string>,
): Handlers<typeof classification> {
  const demand = <T>(mac: Mac, found: T | undefined): T => {
    if (found === undefined) throw new NotFound(phrase('home.kindDeviceUnknown', mac))
    return found
  }
  const setRules = (part: Partial<FingerprintSettings>) =>
    change((draft) => draft.set('fingerprints', { ...draft.setting('fingerprints'), ...part }))

  return {
    list: () => kinds.all(),
    read: async ({ params: { mac } }) => demand(mac, await kinds.of(mac)),
    async classify({ body: { MAC, Hostname, OUIVendor } }) {
      const signals = (await kinds.signalsOf(MAC)) ?? noSignals(MAC)
      const vendor = OUIVendor || signals.OUIVendor || (await vendorOf(MAC).catch(() => ''))
      return kinds.classify({ ...signals, Hostname: Hostname || signals.Hostname, OUIVendor: vendor })
    },
    async correct({ params: { mac }, body }) {
      await change((draft) => {
        demand(mac, draft.devices.get(mac))
        draft.kinds.put(mac, { ...body, MAC: mac, At: clock.now() })
      })
      return demand(mac, await kinds.of(mac))
    },
    async uncorrect({ params: { mac } }) {
      await change((draft) => {
        demand(mac, draft.devices.get(mac))
        if (!draft.kinds.get(mac)) throw new NotFound(phrase('home.kindNotSet', mac))
        draft.kinds.remove(mac)
      })
      return demand(mac, await kinds.of(mac))
    },
    signals: async ({ params: { mac } }) => demand(mac, await kinds.signalsOf(mac)),
    custom: () => facts.setting('fingerprints').Custom,
    async setCustom({ body }) {
      await setRules({ Custom: body })
      return body
    },
    async trial({ body: { Rule, Replaces } }) {
      const own = withRule(facts.setting('fingerprints').Custom, Replaces ?? undefined, Rule)
      if (!own) throw new NotFound(phrase('firewall.ruleNotFound'))
      return kinds.trial(Rule, own)
    },
    builtin() {
      const { Builtin } = facts.setting('fingerprints')
      return { Overridden: Builtin !== null, Rules: [...(Builtin ?? LISTED)] }
    },
    rules() {
      const { Builtin } = facts.setting('fingerprints')
      return { Overridden: Builtin !== null, Rules: [...builtinRules(Builtin)] }
    },
    async replaceBuiltin({ body }) {
      await setRules({ Builtin: body })
      return body
    },
    async restoreBuiltin() {
      await setRules({ Builtin: null })
      return [...LISTED]
    },
  }
}
