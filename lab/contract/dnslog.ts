import { z } from 'zod'
import { empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const config = z.strictObject({
  HostPrivacyIPList: z.array(z.ipv4()),
  DomainIgnoreList: z.array(z.string()),
  StoreLocalMemory: z.boolean(),
  RetentionDays: z.int().positive(),
  MaxMegabytes: z.int().positive(),
})
const count = z.int().nonnegative()
const names = z.array(z.strictObject({ Name: z.string(), Count: count.positive() }))
const clients = z.array(z.strictObject({ IP: z.ipv4(), TotalQueries: count, BlockedQueries: count }))
const top = z.strictObject({
  TotalQueries: count,
  BlockedQueries: count,
  Domains: names,
  BlockedDomains: names,
  Clients: clients,
})
const counts = z.array(z.strictObject({ Start: z.iso.datetime(), TotalQueries: count, BlockedQueries: count }))
const page = z.strictObject({ Queries: z.array(z.looseObject({ FirstName: z.string() })), Next: z.string().optional() })
const base = '/plugins/dns/log'
const long = `${'x'.repeat(60)}.`.repeat(5)

// biome-ignore format: a table
export const DNS_LOG: Row[] = [
  ['GET',    `${base}/config`,                         none,                              200, json(config)],
  ['PUT',    `${base}/config`,                         raw('nonsense'),                   400, line],
  ['PUT',    `${base}/config`,                         {},                                400, line],
  ['PUT',    `${base}/config`,                         { StoreLocalMemory: 'yes' },       400, line],
  ['PUT',    `${base}/config`,                         { StoreLocalMemory: false },       200, jsonWith({ StoreLocalMemory: false })],
  ['GET',    `${base}/history/192.168.2.6`,            none,                              400, line],
  ['PUT',    `${base}/config`,                         { storelocalmemory: true, HostPrivacyIPList: [], DomainIgnoreList: [] }, 200, jsonWith({ StoreLocalMemory: true })],
  ['PUT',    `${base}/config`,                         { StoreLocalMemory: true, HostPrivacyIPList: ['192.168.2.10'] }, 400, line],
  ['PUT',    `${base}/config`,                         { StoreLocalMemory: true, DomainIgnoreList: ['example.com'] }, 400, line],

  ['PUT',    `${base}/config`,                         { StoreLocalMemory: true, RetentionDays: 30, MaxMegabytes: 64 }, 200, jsonWith({ RetentionDays: 30, MaxMegabytes: 64 })],
  ['PUT',    `${base}/config`,                         { StoreLocalMemory: true, RetentionDays: 0 }, 400, line],
  ['PUT',    `${base}/config`,                         { StoreLocalMemory: true, RetentionDays: 366 }, 400, line],
  ['PUT',    `${base}/config`,                         { StoreLocalMemory: true, MaxMegabytes: 1 }, 400, line],
  ['PUT',    `${base}/config`,                         { StoreLocalMemory: true, MaxMegabytes: 'much' }, 400, line],

  ['GET',    `${base}/host_privacy_list`,              none,                              200, json([])],
  ['PUT',    `${base}/host_privacy_list`,              raw('["192.168.2.10"'),            400, line],
  ['PUT',    `${base}/host_privacy_list`,              none,                              400, line],
  ['PUT',    `${base}/host_privacy_list`,              '192.168.2.10',                    400, line],
  ['PUT',    `${base}/host_privacy_list`,              ['192.168.2.10', 'phone'],         400, line],
  ['PUT',    `${base}/host_privacy_list`,              ['192.168.2.10'],                  200, json(['192.168.2.10'])],
  ['GET',    `${base}/host_privacy_list`,              none,                              200, json(['192.168.2.10'])],
  ['PUT',    `${base}/host_privacy_list`,              [],                                200, json([])],

  ['GET',    `${base}/domain_ignores`,                 none,                              200, json([])],
  ['PUT',    `${base}/domain_ignore/a..b`,             none,                              400, line],
  ['PUT',    `${base}/domain_ignore/two%20words`,      none,                              400, line],
  ['PUT',    `${base}/domain_ignore/${long}`,          none,                              400, line],
  ['PUT',    `${base}/domain_ignore/Noise.test.`,      none,                              200, json(['noise.test.'])],
  ['PUT',    `${base}/domain_ignore/noise.test`,       none,                              400, line],
  ['PUT',    `${base}/domain_ignore/localhost`,        none,                              200, json(['noise.test.', 'localhost'])],
  ['GET',    `${base}/domain_ignores`,                 none,                              200, json(['noise.test.', 'localhost'])],
  ['GET',    `${base}/config`,                         none,                              200, jsonWith({ DomainIgnoreList: ['noise.test.', 'localhost'] })],
  ['DELETE', `${base}/domain_ignore/a..b`,             none,                              400, line],
  ['DELETE', `${base}/domain_ignore/noise.test`,       none,                              200, json(['localhost'])],
  ['DELETE', `${base}/domain_ignore/noise.test`,       none,                              404, line],
  ['DELETE', `${base}/domain_ignore/localhost`,        none,                              200, json([])],

  ['GET',    `${base}/csv`,                            none,                              200, (body) => /^Time,Client,Device,Name,Type,Result,Answer,Reason\r\n/.test(String(body))],
  ['GET',    `${base}/csv?client=192.168.2.254&name=a&result=BLOCKED&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`, none, 200, (body) => String(body).split('\r\n').length === 2],
  ['GET',    `${base}/csv?client=unknown`,             none,                              400, line],
  ['GET',    `${base}/csv?result=MAYBE`,               none,                              400, line],
  ['GET',    `${base}/csv?from=yesterday`,             none,                              400, line],
  ['GET',    `${base}/counts`,                         none,                              200, json(counts.length(48))],
  ['GET',    `${base}/counts?hours=2&client=192.168.2.6`, none,                           200, json(counts.length(2))],
  ['GET',    `${base}/counts?hours=168`,               none,                              200, json(counts.length(168))],
  ['GET',    `${base}/counts?hours=8761`,              none,                              400, line],
  ['GET',    `${base}/counts?client=unknown`,          none,                              400, line],

  ['GET',    `${base}/clients`,                        none,                              200, json(clients)],
  ['GET',    `${base}/clients?hours=168`,              none,                              200, json(clients)],
  ['GET',    `${base}/clients?hours=all`,              none,                              400, line],

  ['GET',    `${base}/queries`,                        none,                              200, json(page)],
  ['GET',    `${base}/queries?client=192.168.2.254&name=a&search=b%20c&result=BLOCKED&decision=blocked&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&limit=1&before=1.1`, none, 200, json(page)],
  ['GET',    `${base}/queries?client=unknown`,         none,                              400, line],
  ['GET',    `${base}/queries?decision=maybe`,         none,                              400, line],
  ['GET',    `${base}/queries?limit=0`,                none,                              400, line],
  ['GET',    `${base}/queries?limit=1001`,             none,                              400, line],
  ['GET',    `${base}/queries?before=yesterday`,       none,                              400, line],
  ['GET',    `${base}/queries?to=tomorrow`,            none,                              400, line],
  ['GET',    `${base}/json`,                           none,                              200, json(z.array(z.looseObject({ FirstName: z.string() })))],
  ['GET',    `${base}/json?result=MAYBE`,              none,                              400, line],

  ['GET',    `${base}/history/unknown`,                none,                              400, line],
  ['GET',    `${base}/history/192.168.2.254`,          none,                              404, line],
  ['GET',    `${base}/history/192.168.2.254?limit=5`,  none,                              404, line],
  ['GET',    `${base}/history/192.168.2.254?limit=0`,  none,                              400, line],
  ['GET',    `${base}/history/192.168.2.254?limit=1025`, none,                            400, line],
  ['DELETE', `${base}/history/unknown`,                none,                              400, line],
  ['DELETE', `${base}/history/192.168.2.254`,          none,                              200, empty],

  ['DELETE', `${base}/history`,                        none,                              200, empty],

  ['GET',    `${base}/top`,                            none,                              200, json(top)],
  ['GET',    `${base}/top?client=192.168.2.6&hours=1&limit=3`, none,                      200, json(top)],
  ['GET',    `${base}/top?client=laptop`,              none,                              400, line],
  ['GET',    `${base}/top?hours=0`,                    none,                              400, line],
  ['GET',    `${base}/top?hours=49`,                   none,                              400, line],
  ['GET',    `${base}/top?limit=101`,                  none,                              400, line],
]
