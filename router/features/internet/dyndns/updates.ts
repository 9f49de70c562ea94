import { createHash } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { Invalid, Locked, phraseOf } from '../../../errors.ts'
import type { Bus } from '../../../events/bus.ts'
import type { Account } from '../../../model/internet/dyndns/configuration.ts'
import type { DynDnsStatus } from '../../../model/internet/dyndns/contract.ts'
import { providerNamed } from '../../../model/internet/dyndns/provider.ts'
import { type DynDnsName, type DynDnsSettings, namesOf } from '../../../model/internet/dyndns/settings.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Entry } from '../../../store/table.ts'
import type { Ip } from '../../../values/ip.ts'
import type { PublicAddress } from './address.ts'
import type { Publish } from './ddclient.ts'
import type { UpdateFailure } from './reason.ts'
import { statusOfDynDns, type UpdateAttempt } from './status.ts'

/** Providers delete names that are not updated for a month. */
const RENEW_MS = 25 * 24 * 3600_000
const FIRST_RETRY_MS = 5_000
/** After a fault of the provider. ddclient's own interval after an error. */
const FAULT_RETRY_MS = 300_000
const LONGEST_RETRY_MS = 3600_000
/** Providers take frequent updates for abuse. */
const REFRESH_MS = 30_000

/** Tables whose changes may change the active uplink. */
const UPLINK_TABLES = ['interfaces', 'links', 'uplinkLeases', 'uplinkHealth', 'uplinkStates', 'downLinks']

interface Deps extends Pick<Core, 'facts' | 'change' | 'vault' | 'clock' | 'onFailure'> {
  readonly bus: Pick<Bus, 'publish'>
  /** Identifies the active uplink and its address; another text means that the address may have changed. */
  readonly uplink: () => string
  readonly addressOf: (settings: DynDnsSettings) => Promise<PublicAddress>
  readonly publish: Publish
}

export interface DynDns extends Disposable {
  /** Reports changed facts: a new address or new settings apply immediately. */
  learn(entries: readonly Entry[]): void
  /** Sends all names now, or waits for the running update. Throws `Invalid` while dynamic DNS is off, and `Locked`. */
  refresh(): Promise<DynDnsStatus>
  status(): DynDnsStatus
}

/** Updates the names of a provider when the address changes; one update at a time. */
export function openDynDns({ facts, change, vault, clock, bus, onFailure, ...deps }: Deps): DynDns {
  let published = facts.setting('dyndnsPublished')
  let attempt: UpdateAttempt | undefined
  let running: Promise<void> | undefined
  let isDueAgain = false
  let timer: Disposable | undefined
  let nextAttempt: number | undefined
  let lastAttempt: number | undefined
  let sentAt: number | undefined
  let failures = 0
  let uplink = ''
  let message = ''
  let isClosed = false

  const settings = () => facts.setting('dyndns')
  const status = (): DynDnsStatus =>
    statusOfDynDns({
      settings: settings(),
      published,
      attempt,
      isRunning: running !== undefined,
      lastAttempt,
      nextAttempt,
    })

  async function update(isForced: boolean): Promise<void> {
    const now = settings()
    uplink = deps.uplink()
    if (now.Provider === '') {
      attempt = undefined
      return
    }
    lastAttempt = clock.now()
    const account = openAccount(now)
    if (published.Account !== account.key) published = { Account: account.key, Names: [] }
    const found = await deps.addressOf(now)
    if ('reason' in found) attempt = { address: undefined, obstacle: found.reason, failures: new Map() }
    else
      attempt = {
        address: found.address,
        obstacle: undefined,
        failures: await send(now, account, found.address, isForced),
      }
  }

  async function send(now: DynDnsSettings, account: OpenAccount, address: Ip, isForced: boolean) {
    const before = attempt?.address === address ? attempt.failures : new Map<string, UpdateFailure>()
    const failed = new Map<string, UpdateFailure>()
    let stopped: UpdateFailure | undefined
    for (const name of namesOf(now)) {
      const refused = isForced ? undefined : refusalIn(before, name)
      if (!isForced && isCurrent(name, address)) continue
      const failure = stopped ?? refused ?? (await deps.publish(account, name, address))
      if (!refused && !stopped && failure?.kind !== 'passing') sentAt = clock.monotonic()
      if (!failure) await accept(name, address)
      else {
        failed.set(name.name, failure)
        if (failure.kind !== 'name') stopped = failure
      }
    }
    return failed
  }

  const isCurrent = ({ name }: DynDnsName, address: Ip): boolean =>
    published.Names.some(
      ({ Name, Address, Time }) => Name === name && Address === address && clock.now() - Time < RENEW_MS,
    )

  async function accept({ name: Name }: DynDnsName, Address: Ip): Promise<void> {
    const known = namesOf(settings()).map(({ name }) => name)
    const others = published.Names.filter((one) => one.Name !== Name && known.includes(one.Name))
    published = { ...published, Names: [...others, { Name, Address, Time: clock.now() }] }
    // Without it, the name would be sent once more after a restart.
    await change((draft) => draft.set('dyndnsPublished', published)).catch((error) =>
      onFailure('the state of dynamic DNS cannot be saved', error),
    )
  }

  interface OpenAccount extends Account {
    /** Differs for each provider, user and secret. */
    readonly key: string
  }

  function openAccount({ Provider, Server, Email, SealedPassword, SealedLoginToken }: DynDnsSettings): OpenAccount {
    const provider = providerNamed(Provider)
    if (!provider) throw new Error(`there is no provider ${Provider}`)
    const prefersToken = provider.secret === 'LoginToken'
    const [first, second] = prefersToken ? [SealedLoginToken, SealedPassword] : [SealedPassword, SealedLoginToken]
    const sealed = first || second
    return {
      provider,
      server: provider.host ?? Server,
      user: Email,
      secret: vault.open(sealed),
      isToken: sealed === SealedLoginToken,
      key: createHash('sha256')
        .update(JSON.stringify([Provider, Server, Email, sealed]))
        .digest('base64url'),
    }
  }

  /** Runs an update, and another one if something changed in the meantime. */
  async function run(isForced: boolean): Promise<void> {
    timer?.[Symbol.dispose]()
    nextAttempt = undefined
    do {
      isDueAgain = false
      await update(isForced).catch((error: Error) => {
        attempt = { address: undefined, obstacle: phraseOf(error), failures: new Map() }
      })
    } while (isDueAgain && !isClosed)
    running = undefined
    if (!isClosed) settle()
  }

  function settle(): void {
    const { Provider, Interval } = settings()
    const now = status()
    if (now.Message !== message) {
      message = now.Message
      bus.publish('dyndns:update', now)
      if (now.State === 'failed') onFailure('dynamic DNS', new Error(now.Message))
    }
    if (Provider === '') return
    const kinds = [...(attempt?.failures.values() ?? [])].map(({ kind }) => kind)
    const mayPass = attempt?.obstacle !== undefined || kinds.includes('passing') || kinds.includes('fault')
    failures = mayPass ? failures + 1 : 0
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
    const waitMs = mayPass ? Math.max(retryMs, kinds.includes('fault') ? FAULT_RETRY_MS : 0) : Interval * 1000
    // After a refusal, only the address is checked.
    nextAttempt = now.State === 'failed' && !mayPass ? undefined : clock.now() + waitMs
    timer = clock.after(waitMs, () => void start(false))
  }

  function start(isForced: boolean): Promise<void> {
    if (isClosed) return Promise.resolve()
    if (running) isDueAgain = true
    else running = run(isForced)
    return running ?? Promise.resolve()
  }

  void start(false)
  return {
    learn(entries) {
      const isOurs = entries.some(({ table, key }) => table === 'settings' && key === 'dyndns')
      const isOther = () => entries.some(({ table }) => UPLINK_TABLES.includes(table)) && deps.uplink() !== uplink
      if (isOurs) {
        attempt = undefined
        sentAt = undefined
      } else if (settings().Provider === '' || !isOther()) return
      failures = 0
      void start(false)
    },
    async refresh() {
      if (settings().Provider === '') throw new Invalid(phrase('internet.dynamicDnsOff'))
      const waitMs = running || sentAt === undefined ? 0 : sentAt + REFRESH_MS - clock.monotonic()
      if (waitMs > 0) throw new Locked(phrase('internet.dnsProviderThrottled'), Math.ceil(waitMs / 1000))
      await (running ?? start(true))
      return status()
    },
    status,
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
    },
  }
}

/** The refusal of a name, which the same request would only repeat. */
function refusalIn(before: ReadonlyMap<string, UpdateFailure>, { name }: DynDnsName): UpdateFailure | undefined {
  const failure = before.get(name)
  return failure?.kind === 'account' || failure?.kind === 'name' ? failure : undefined
}
