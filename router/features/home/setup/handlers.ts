import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { Clock } from '../../../machine/machine.ts'
import { openQueue } from '../../../machine/queue.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import { withMulticastPorts } from '../../../model/firewall/config/config.ts'
import { afterSetup } from '../../../model/firewall/multicast/settings.ts'
import { revisedSubnet } from '../../../model/home/dhcp/revision.ts'
import type { setup } from '../../../model/home/setup/contract.ts'
import { baseOf, type InterfaceConfig } from '../../../model/internet/links/interface.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { waysOf } from '../../access/confirm/way.ts'
import { uplinkNets } from '../../internet/links/uplinknets.ts'
import { setZone } from '../../machine/time/handlers.ts'
import { moveHome } from '../dhcp/resettle.ts'

const LEASE_TIME = '24h0m0s'

interface Deps extends Pick<Core, 'facts' | 'change'> {
  readonly clock: Pick<Clock, 'now'>
  /** A password as text that can be kept. Slow on purpose. */
  readonly hash: (password: string) => Promise<string>
  /** Whether this is the administrator's password. As slow; throws `Locked` for an address that has guessed too often. */
  readonly isRight: (password: string, address: string) => Promise<boolean>
}

export function setupHandlers({ facts, change, clock, hash, isRight }: Deps): Handlers<typeof setup> {
  const isDone = (): boolean => facts.setting('setup').done
  const refuseWhenDone = (): void => {
    if (isDone()) throw new Invalid(phrase('home.setupDone'))
  }

  /** The hash to keep. Until the setup ends anybody may call; who came first must not be pushed aside. */
  const keep = async (password: string, caller: Caller): Promise<string> => {
    const kept = facts.users.get(ADMIN)?.PasswordHash
    if (kept === undefined) return hash(password)
    if (await isRight(password, caller.address)) return kept
    if (caller.kind === 'anonymous') throw new Invalid(phrase('home.setupPasswordDiffers'), 'AdminPassword')
    return hash(password)
  }

  // The wizard calls once for each radio, all at the same time; and passwords are hashed one at a time.
  const queued = openQueue()

  return {
    state() {
      refuseWhenDone()
      return { status: 'ok' }
    },

    async begin({ body: { AdminPassword, InterfaceUplink, TinyNets, TimeZone, CheckUpdates }, caller }) {
      await queued(async () => {
        refuseWhenDone()
        if (!facts.links.has(InterfaceUplink) || InterfaceUplink === 'lo')
          throw new Invalid(phrase('field.linkUnknown', InterfaceUplink), 'InterfaceUplink')
        const purpose = facts.interfaces.get(InterfaceUplink)?.Type
        if (purpose === 'AP') throw new Invalid(phrase('home.setupLinkIsHomeRadio'), 'InterfaceUplink')
        const isUplink = purpose === 'Uplink'
        if (!isUplink && waysOf(caller.address, facts).map(baseOf).includes(InterfaceUplink))
          throw new Invalid(phrase('home.setupLinkCarriesCall'), 'InterfaceUplink')
        const PasswordHash = await keep(AdminPassword, caller)
        await change((draft) => {
          const subnet = draft.setting('subnet')
          if (TinyNets) moveHome(draft, revisedSubnet(subnet, { TinyNets, LeaseTime: LEASE_TIME }, uplinkNets(facts)))
          draft.interfaces.put(InterfaceUplink, asUplink(InterfaceUplink, draft.interfaces.get(InterfaceUplink)))
          draft.users.put(ADMIN, { Name: ADMIN, PasswordHash })
          if (TimeZone) setZone(draft, TimeZone, clock.now())
          if (typeof CheckUpdates === 'boolean')
            draft.set('updates', { ...draft.setting('updates'), Check: CheckUpdates })
        })
      })
      return { status: 'done' }
    },

    async finish() {
      if (isDone()) return { status: 'done' }
      if (!facts.users.has(ADMIN)) throw new Invalid(phrase('home.setupNeedsPassword'))
      await change((draft) => {
        draft.set('setup', { done: true })
        draft.set('multicast', afterSetup(draft.setting('multicast')))
        draft.set('firewall', withMulticastPorts(draft.setting('firewall')))
      })
      return { status: 'done' }
    },
  }
}

/** Keeps how an uplink gets its address, and no other settings of the link. */
const asUplink = (Name: string, before: InterfaceConfig | undefined): InterfaceConfig => ({
  ...(before?.Type === 'Uplink' || before?.Subtype === 'pppup'
    ? before
    : { Name, Type: 'Uplink', Subtype: 'ethernet' }),
  Enabled: true,
})
