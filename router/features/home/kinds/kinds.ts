import { BUILTIN_VERSION, builtinRules } from '../../../model/home/kinds/builtin.ts'
import {
  type Classified,
  classify,
  evidenceFields,
  evidenceFor,
  suggestionsFor,
} from '../../../model/home/kinds/classify.ts'
import { type Classification, type FingerprintTrial, MOST_TRIED } from '../../../model/home/kinds/contract.ts'
import type { Fingerprint, FingerprintSettings } from '../../../model/home/kinds/fingerprint.ts'
import type { Signals } from '../../../model/home/kinds/signals.ts'
import { phrase, verbatim } from '../../../phrases/phrase.ts'
import type { Entry } from '../../../store/table.ts'
import { isUnicastMac, type Mac } from '../../../values/mac.ts'
import { type CollectorDeps, openSignalCollector } from './collector.ts'

/** The kinds of devices, from their signals, the rules and the corrections of the owner. */
export interface DeviceKinds extends Disposable {
  /** Every device with a MAC address, in the order of the devices. */
  all(): Promise<Classification[]>
  /** Undefined if there is no such device. */
  of(mac: Mac): Promise<Classification | undefined>
  signalsOf(mac: Mac): Promise<Signals | undefined>
  /** Classifies signals without a device. */
  classify(signals: Signals): Classification
  /** The devices that a rule matches, and their kinds with these own rules in place of the stored ones. */
  trial(rule: Fingerprint, own: readonly Fingerprint[]): Promise<FingerprintTrial>
  /** To be called with every committed change. */
  learn(entries: readonly Entry[]): void
}

export function openDeviceKinds({ facts, bus, ...deps }: Omit<CollectorDeps, 'domains' | 'onChange'>): DeviceKinds {
  const withBuiltin = (own: readonly Fingerprint[]): readonly Fingerprint[] => [
    ...own,
    ...builtinRules(facts.setting('fingerprints').Builtin),
  ]
  const rules = (): readonly Fingerprint[] => withBuiltin(facts.setting('fingerprints').Custom)
  /** The result for the last signals of each device: the same objects give the same result. */
  const results = new Map<Mac, { signals: Signals; settings: FingerprintSettings; found: Classified }>()
  const classified = (signals: Signals): Classified => {
    const settings = facts.setting('fingerprints')
    const had = results.get(signals.MAC)
    if (had?.signals === signals && had.settings === settings) return had.found
    const found = classify(signals, rules())
    if (facts.devices.has(signals.MAC)) results.set(signals.MAC, { signals, settings, found })
    return found
  }
  const describe = (signals: Signals, changedAt: number): Classification => {
    const correction = facts.kinds.get(signals.MAC)
    const found = classified(signals)
    const kind = correction
      ? {
          Vendor: correction.Vendor || found.Vendor,
          Category: correction.Category,
          Model: correction.Model || found.Model,
          Confidence: 'High' as const,
          ...evidenceFields(
            correction.Evidence.length > 0 ? correction.Evidence.map(verbatim) : [phrase('home.kindSetByUser')],
          ),
        }
      : found
    const time = correction?.At ?? changedAt
    return {
      MAC: signals.MAC,
      ...kind,
      ...suggestionsFor(kind.Category),
      DBVersion: facts.setting('fingerprints').Builtin ? 'custom' : BUILTIN_VERSION,
      UserCorrection: correction !== undefined,
      Pinned: correction !== undefined,
      LastUpdated: time === 0 ? '' : new Date(time).toISOString(),
    }
  }

  /** The kind that was published last, of each device that has one. */
  const published = new Map<Mac, string>()
  const announce = (mac: Mac, signals: Signals): void => {
    const { Vendor, Category, Model, Confidence } = describe(signals, 0)
    const result = JSON.stringify([Vendor, Category, Model, Confidence])
    if (published.get(mac) === result) return
    published.set(mac, result)
    bus.publish('classify:result', { MAC: mac, Vendor, Category, Model, Confidence })
  }

  const collector = openSignalCollector({
    ...deps,
    ...{ facts, bus },
    domains: () => rules().flatMap(({ SignalType, Pattern }) => (SignalType === 'dns' ? Pattern.toLowerCase() : [])),
    onChange: announce,
  })
  const collected = async (mac: Mac) => {
    if (!facts.devices.has(mac)) return undefined
    await collector.findVendor(mac)
    collector.findDomains(mac)
    return collector.of(mac)
  }

  const records = async () => {
    const macs = [...facts.devices.keys()].filter(isUnicastMac)
    await Promise.all(macs.map(collector.findVendor))
    return macs.flatMap((mac) => collector.of(mac) ?? [])
  }

  return {
    all: async () => (await records()).map(({ signals, changedAt }) => describe(signals, changedAt)),
    async trial(rule, own) {
      const found = (await records()).flatMap(({ signals }) => {
        const evidence = evidenceFor(rule, signals)
        return evidence === undefined ? [] : [{ signals, evidence }]
      })
      const tried = withBuiltin(own)
      const Devices = found.slice(0, MOST_TRIED).map(({ signals, evidence }) => {
        const Before = describe(signals, 0).Category
        const After = facts.kinds.get(signals.MAC)?.Category ?? classify(signals, tried).Category
        return { MAC: signals.MAC, Evidence: String(evidence), Coded: evidence.toJSON(), Before, After }
      })
      return { Count: found.length, Devices }
    },
    async of(mac) {
      const record = await collected(mac)
      return record && describe(record.signals, record.changedAt)
    },
    signalsOf: async (mac) => (await collected(mac))?.signals,
    classify: (signals) => describe(signals, 0),
    learn(entries) {
      collector.learn(entries)
      for (const { table, key, after } of entries) {
        if (table === 'devices' && !after) {
          published.delete(key)
          results.delete(key)
        }
        const record = table === 'kinds' ? collector.of(key) : undefined
        if (record) announce(key, record.signals)
      }
    },
    [Symbol.dispose]: () => collector[Symbol.dispose](),
  }
}
