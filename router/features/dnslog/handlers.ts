import { Invalid, NotFound } from '../../errors.ts'
import type { Change, Facts } from '../../store/facts.ts'
import { ByteStream, type Handlers } from '../operation.ts'
import { demandUnchanged } from '../sentback.ts'
import type { dnsLog } from './contract.ts'
import { csvOf } from './csv.ts'
import type { DnsLog } from './log.ts'
import { type DnsLogSettings, ignoredName, MOST_IGNORED, privateIps, withoutDot } from './settings.ts'

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly dnsLog: Pick<DnsLog, 'records' | 'clients' | 'forget' | 'top'>
}

export function dnsLogHandlers({ facts, change, dnsLog: log }: Deps): Handlers<typeof dnsLog> {
  const revise = async (revised: (settings: DnsLogSettings) => Partial<DnsLogSettings>): Promise<DnsLogSettings> => {
    await change((draft) => {
      const settings = draft.setting('dnsLog')
      draft.set('dnsLog', { ...settings, ...revised(settings) })
    })
    return facts.setting('dnsLog')
  }

  return {
    config: () => facts.setting('dnsLog'),
    configure: ({ body }) => {
      const now = facts.setting('dnsLog')
      demandUnchanged(now, body, ['HostPrivacyIPList'], 'PUT /plugins/dns/log/host_privacy_list')
      demandUnchanged(now, body, ['DomainIgnoreList'], 'PUT /plugins/dns/log/domain_ignore/{domain}')
      return revise(() => ({ StoreLocalMemory: body.StoreLocalMemory }))
    },

    privacy: () => facts.setting('dnsLog').HostPrivacyIPList,
    async setPrivacy({ body }) {
      const HostPrivacyIPList = privateIps(body)
      return (await revise(() => ({ HostPrivacyIPList }))).HostPrivacyIPList
    },

    ignored: () => facts.setting('dnsLog').DomainIgnoreList,
    async ignore({ params }) {
      const name = ignoredName(params.domain)
      const { DomainIgnoreList } = await revise(({ DomainIgnoreList: before }) => {
        if (before.some((one) => withoutDot(one) === withoutDot(name)))
          throw new Invalid(`${name} is in the list already.`)
        if (before.length >= MOST_IGNORED)
          throw new Invalid(`There are ${MOST_IGNORED} names, which is the maximum: delete one first.`)
        return { DomainIgnoreList: [...before, name] }
      })
      return DomainIgnoreList
    },
    async heed({ params }) {
      const name = withoutDot(ignoredName(params.domain))
      const { DomainIgnoreList } = await revise(({ DomainIgnoreList: before }) => {
        const after = before.filter((one) => withoutDot(one) !== name)
        if (after.length === before.length) throw new NotFound(`${JSON.stringify(params.domain)} is not in the list.`)
        return { DomainIgnoreList: after }
      })
      return DomainIgnoreList
    },

    history({ params, query }) {
      if (!facts.setting('dnsLog').StoreLocalMemory)
        throw new Invalid('Nothing is kept of what is asked: turn StoreLocalMemory on first.')
      const records = log.records(params.ip, query.limit)
      if (records.length === 0) throw new NotFound(`Nothing is known of what ${params.ip} asked.`)
      return records
    },
    forget: ({ params }) => log.forget(params.ip),
    csv: ({ query }) =>
      new ByteStream(csvOf({ query, log, nameOf: (ip) => facts.devices.by('RecentIP', ip)?.Name ?? '' })),
    counts: ({ query }) => log.top.counts({ ...query, client: query.client }),
    top: ({ query }) => log.top.read({ ...query, client: query.client }),
  }
}
