import assert from 'node:assert/strict'
import { z } from 'zod'
import { type Check, coded, empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const override = z.strictObject({
  Type: z.enum(['permit', 'block']),
  Domain: z.string().endsWith('.'),
  ResultIP: z.string(),
  ResultCNAME: z.string(),
  ClientIP: z.string(),
  Expiration: z.int().nonnegative(),
  Tags: z.array(z.string()),
})
const overrides = { PermitDomains: z.array(override), BlockDomains: z.array(override) }
const list = z.strictObject({
  URI: z.url(),
  Enabled: z.boolean(),
  Tags: z.array(z.string()),
  Category: z.string(),
  DontBlock: z.boolean(),
  AllowPrivate: z.boolean().optional(),
})
const pause = z.strictObject({ ClientIP: z.string(), Until: z.int().positive() })
const config = z.strictObject({
  BlockLists: z.array(list),
  OverrideLists: z.array(
    z.strictObject({ Name: z.string(), Enabled: z.boolean(), Tags: z.array(z.string()), ...overrides }),
  ),
  ...overrides,
  ClientIPExclusions: z.array(z.ipv4()),
  RefreshSeconds: z.int(),
  QuarantineHostIP: z.string(),
  RebindingCheckDisable: z.boolean(),
  AnswerCanaries: z.boolean(),
  Pauses: z.array(pause),
})
const status = z.strictObject({
  URI: z.url(),
  State: z.enum(['off', 'waiting', 'fetching', 'compiling', 'ready', 'failed']),
  Entries: z.int(),
  Exceptions: z.int(),
  Ignored: z.int(),
  LeftOut: z.int(),
  Bytes: z.int(),
  FetchedAt: z.int(),
  NextAt: z.int(),
  Error: z.string(),
  Coded: coded.optional(),
  Acceptable: z.boolean(),
})
const count = z.int().nonnegative()
const metrics = z.strictObject({ TotalQueries: count, BlockedQueries: count, BlockedDomains: count })
const why = z.strictObject({
  Name: z.string(),
  ClientIP: z.string(),
  Result: z.string(),
  By: z.string(),
  Answers: z.array(z.ipv4()),
  Categories: z.array(z.string()),
  Filtering: z.enum(['full', 'paused', 'none']),
  Lists: z.array(z.strictObject({ URI: z.url(), Domain: z.string(), Exception: z.boolean() })),
})
/** An hour from the time of the call, as the time of day. */
const anHour: Check = (reply) => {
  const { PermitDomains } = JSON.parse(reply.text) as { PermitDomains: { Domain: string; Expiration: number }[] }
  const end = PermitDomains.find(({ Domain }) => Domain === 'ads.example.com.')?.Expiration ?? 0
  assert.ok(Math.abs(end - Date.now() / 1000 - 3600) < 60, reply.text)
}

const base = '/plugins/dns/block'
const ads = { Type: 'permit', Domain: 'ads.example.com.', ResultIP: '', ClientIP: '192.168.2.6', Expiration: 3600 }
const block = { Type: 'block', Domain: 'games.test.' }
const off = { URI: 'http://lists.test/hosts', Enabled: false }
const kept = { ...off, Tags: [], Category: '', DontBlock: false }
const long = `${'x'.repeat(60)}.`.repeat(5)

const chess = {
  Version: '2026-11-24',
  Services: [
    {
      ...{ Id: 'chess', Name: 'Chess', Kind: 'games', Domains: ['chess.example'] },
      ...{ Source: 'https://lists.example/chess', Checked: '2026-11-23' },
    },
  ],
}

// biome-ignore format: a table
export const DNS_BLOCK: Row[] = [
  ['GET',    `${base}/config`,                      none,                                       200, json(config)],
  ['GET',    `${base}/config`,                      none,                                       200, jsonWith({ ClientIPExclusions: [], QuarantineHostIP: '', RebindingCheckDisable: false, AnswerCanaries: true })],

  ['PUT',    `${base}/override`,                    raw('nonsense'),                            400, line],
  ['PUT',    `${base}/override`,                    {},                                         400, line],
  ['PUT',    `${base}/override`,                    { ...ads, Type: 'allow' },                  400, line],
  ['PUT',    `${base}/override`,                    { ...ads, Domain: 'a..b' },                 400, line],
  ['PUT',    `${base}/override`,                    { ...ads, Domain: '*.example.com' },        400, line],
  ['PUT',    `${base}/override`,                    { ...ads, Domain: long },                   400, line],
  ['PUT',    `${base}/override`,                    { ...ads, ResultIP: '1.2.3' },              400, line],
  ['PUT',    `${base}/override`,                    { ...ads, ResultIP: '1.2.3.4', ResultCNAME: 'b.test' }, 400, line],
  ['PUT',    `${base}/override`,                    { ...ads, ClientIP: 'laptop' },             400, line],
  ['PUT',    `${base}/override`,                    { ...ads, Expiration: -1 },                 400, line],
  ['PUT',    `${base}/override`,                    { ...ads, Expiration: 1_500_000_000 },      400, line],
  ['PUT',    `${base}/override`,                    { ...ads, Tags: ['!'] },                    400, line],
  ['PUT',    `${base}/override`,                    ads,                                        200, empty],
  ['PUT',    `${base}/override`,                    { type: 'BLOCK', domain: 'Games.test' },    200, empty],
  ['PUT',    `${base}/override`,                    { ...block, Type: 'permit', Domain: 'nas.test', ResultIP: '192.168.2.6' }, 200, empty],
  ['GET',    `${base}/config`,                      none,                                       200, anHour],
  ['GET',    `${base}/config`,                      none,                                       200, jsonWith({ BlockDomains: [{ Domain: 'games.test.', ClientIP: '*', Expiration: 0 }] })],
  ['GET',    `${base}/config`,                      none,                                       200, json(config)],

  ['PUT',    `${base}/override/Kids`,               {},                                         400, line],
  ['DELETE', `${base}/override/Kids`,               block,                                      404, line],
  ['PUT',    `${base}/override/New%20List`,         block,                                      200, empty],
  ['PUT',    `${base}/override/New%20List`,         { ...block, Domain: 'more.test' },          200, empty],
  ['PUT',    `${base}/override/%20`,                block,                                      400, line],
  ['GET',    `${base}/config`,                      none,                                       200, jsonWith({ OverrideLists: [{ Name: 'Default' }, { Name: 'New List', Enabled: true, Tags: [] }] })],
  ['DELETE', `${base}/overrideList/New%20List`,     none,                                       200, empty],
  ['PUT',    `${base}/overrideList/Kids`,           { Tags: 'child' },                          400, line],
  ['PUT',    `${base}/overrideList/%20`,            {},                                         400, line],
  ['PUT',    `${base}/overrideList/Kids`,           { Enabled: true, Tags: ['child'] },         200, empty],
  ['PUT',    `${base}/overrideList/Default`,        { Name: 'Kids' },                           400, line],
  ['PUT',    `${base}/override/Kids`,               block,                                      200, empty],
  ['PUT',    `${base}/overrideList/Kids`,           { Name: 'Children' },                       200, empty],
  ['GET',    `${base}/config`,                      none,                                       200, jsonWith({ OverrideLists: [{ Name: 'Default' }, { Name: 'Children', Tags: ['child'], BlockDomains: [{ Domain: 'games.test.' }] }] })],
  ['DELETE', `${base}/override/Children`,           { Domain: 'games.test' },                   200, empty],
  ['DELETE', `${base}/override/Children`,           { Domain: 'games.test' },                   404, line],
  ['DELETE', `${base}/override/Children`,           { Domain: 7 },                              400, line],
  ['DELETE', `${base}/overrideList/Default`,        none,                                       400, line],
  ['DELETE', `${base}/overrideList/Children`,       none,                                       200, empty],
  ['DELETE', `${base}/overrideList/Children`,       none,                                       404, line],

  ['GET',    `${base}/why?name=games.test`,         none,                                       200, json(why)],
  ['GET',    `${base}/why?name=www.games.test.`,    none,                                       200, jsonWith({ Name: 'www.games.test.', Result: 'blocked', By: 'games.test.', Filtering: 'full' })],
  ['GET',    `${base}/why?name=nas.test`,           none,                                       200, jsonWith({ Result: 'overridden', Answers: ['192.168.2.6'] })],
  ['GET',    `${base}/why?name=use-application-dns.net`, none,                                  200, jsonWith({ Result: 'canary' })],
  ['GET',    `${base}/why?name=example.org&client=203.0.113.9`, none,                           200, jsonWith({ Result: 'refused' })],
  ['GET',    `${base}/why`,                         none,                                       400, line],
  ['GET',    `${base}/why?name=a..b`,               none,                                       400, line],
  ['GET',    `${base}/why?name=a.test&client=me`,   none,                                       400, line],

  ['DELETE', `${base}/override`,                    { ...ads, Type: 'block' },                  404, line],
  ['DELETE', `${base}/override`,                    { ...ads, ClientIP: '' },                   404, line],
  ['DELETE', `${base}/override`,                    {},                                         400, line],
  ['DELETE', `${base}/override`,                    ads,                                        200, empty],
  ['DELETE', `${base}/override`,                    ads,                                        404, line],
  ['DELETE', `${base}/override`,                    { domain: 'GAMES.test', clientip: '*' },    200, empty],
  ['DELETE', `${base}/override`,                    { Domain: 'nas.test.' },                    200, empty],

  ['GET',    `${base}/blocklist`,                   none,                                       200, json([])],
  ['GET',    `${base}/blocklists`,                  none,                                       200, json([])],
  ['PUT',    `${base}/blocklist`,                   {},                                         400, line],
  ['PUT',    `${base}/blocklist`,                   { URI: 'lists.test/hosts' },                400, line],
  ['PUT',    `${base}/blocklists`,                  { URI: 'file:///etc/passwd' },              400, line],
  ['PUT',    `${base}/blocklists`,                  { URI: 'http://me:secret@lists.test/' },    400, line],
  ['PUT',    `${base}/blocklist`,                   off,                                        200, json([kept])],
  ['PUT',    `${base}/blocklists`,                  { uri: off.URI, category: 'ads' },          200, json([{ ...kept, Category: 'ads' }])],
  ['GET',    `${base}/blocklist`,                   none,                                       200, json([{ ...kept, Category: 'ads' }])],
  ['GET',    `${base}/blocklists`,                  none,                                       200, json(z.array(list).length(1))],
  ['GET',    `${base}/blocklists/status`,           none,                                       200, json(z.array(status).length(1))],
  ['PUT',    `${base}/blocklists/refresh`,          { URI: off.URI },                           400, line],
  ['PUT',    `${base}/blocklists/refresh`,          { URI: 'http://lists.test/other' },          404, line],
  ['PUT',    `${base}/blocklists`,                  { URI: off.URI, Enabled: true },            200, jsonWith([{ Enabled: true }])],
  ['PUT',    `${base}/blocklists/refresh`,          { URI: off.URI },                           200, empty],
  ['PUT',    `${base}/blocklists/refresh`,          { URI: off.URI, Accept: true },             200, empty],
  ['PUT',    `${base}/blocklists/refresh`,          { URI: off.URI, Accept: 'yes' },            400, line],
  ['DELETE', `${base}/blocklist`,                   {},                                         400, line],
  ['DELETE', `${base}/blocklist`,                   { URI: 'http://lists.test/other' },         404, line],
  ['DELETE', `${base}/blocklist`,                   { URI: off.URI },                           200, json([])],
  ['DELETE', `${base}/blocklists`,                  { URI: off.URI },                           404, line],
  ['PUT',    `${base}/blocklists`,                  off,                                        200, json([kept])],
  ['DELETE', `${base}/blocklists`,                  { URI: 'hosts' },                           400, line],
  ['DELETE', `${base}/blocklists`,                  off,                                        200, json([])],

  ['GET',    `${base}/exclusions`,                  none,                                       200, json([])],
  ['PUT',    `${base}/exclusions`,                  'laptop',                                   400, line],
  ['PUT',    `${base}/exclusions`,                  ['192.168.2.6'],                            400, line],
  ['PUT',    `${base}/exclusions`,                  none,                                       400, line],
  ['PUT',    `${base}/exclusions`,                  '192.168.2.6',                              200, empty],
  ['GET',    `${base}/exclusions`,                  none,                                       200, json(['192.168.2.6'])],
  ['DELETE', `${base}/exclusions`,                  '192.168.2.10',                             400, line],
  ['DELETE', `${base}/exclusions`,                  'x',                                        400, line],
  ['DELETE', `${base}/exclusions`,                  '192.168.2.6',                              200, empty],

  ['GET',    `${base}/pause`,                       none,                                       200, json([])],
  ['PUT',    `${base}/pause`,                       {},                                         400, line],
  ['PUT',    `${base}/pause`,                       { ClientIP: 'laptop', Minutes: 5 },         400, line],
  ['PUT',    `${base}/pause`,                       { ClientIP: '', Minutes: 1441 },            400, line],
  ['PUT',    `${base}/pause`,                       { ClientIP: '192.168.2.6', Minutes: 5 },    200, json(pause)],
  ['PUT',    `${base}/pause`,                       { ClientIP: '', Minutes: 5 },               200, jsonWith({ ClientIP: '*' })],
  ['GET',    `${base}/pause`,                       none,                                       200, json(z.array(pause).length(2))],
  ['GET',    `${base}/why?name=example.org`,        none,                                       200, jsonWith({ Result: 'passed', Filtering: 'paused' })],
  ['DELETE', `${base}/pause`,                       { ClientIP: '192.168.2.6' },                200, empty],
  ['DELETE', `${base}/pause`,                       { ClientIP: '192.168.2.6' },                404, line],
  ['DELETE', `${base}/pause`,                       { ClientIP: 'x' },                          400, line],
  ['DELETE', `${base}/pause`,                       none,                                       200, empty],
  ['DELETE', `${base}/pause`,                       none,                                       404, line],

  ['GET',    `${base}/services`,                    none,                                       200, jsonWith({ BuiltIn: true })],
  ['PUT',    `${base}/services`,                    {},                                         400, line],
  ['PUT',    `${base}/services`,                    { ...chess, Services: [] },                 400, line],
  ['PUT',    `${base}/services`,                    { ...chess, Services: [...chess.Services, ...chess.Services] }, 400, line],
  ['PUT',    `${base}/services`,                    { ...chess, Services: [{ ...chess.Services[0], Domains: ['com'] }] }, 400, line],
  ['PUT',    `${base}/services`,                    { ...chess, Services: [{ ...chess.Services[0], Source: 'http://lists.example/' }] }, 400, line],
  ['PUT',    `${base}/services`,                    chess,                                      200, json(z.strictObject({ Version: z.iso.date(), Services: z.array(z.object({ Id: z.literal('chess') })).length(1), BuiltIn: z.literal(false) }))],
  ['DELETE', `${base}/services`,                    none,                                       200, jsonWith({ BuiltIn: true })],
  ['GET',    `${base}/dump_domains`,                none,                                       200, json([])],
  ['GET',    `${base}/metrics`,                     none,                                       200, json(metrics)],

  ['PUT',    `${base}/setRefresh?seconds=soon`,     none,                                       400, line],
  ['PUT',    `${base}/setRefresh?seconds=1`,        none,                                       400, line],
  ['PUT',    `${base}/setRefresh`,                  none,                                       400, line],
  ['PUT',    `${base}/setRefresh?seconds=604800`,   none,                                       200, empty],
  ['PUT',    `${base}/disableRebinding?value=1`,    none,                                       400, line],
  ['PUT',    `${base}/disableRebinding?value=true`, none,                                       200, empty],
  ['GET',    `${base}/config`,                      none,                                       200, jsonWith({ RebindingCheckDisable: true })],
  ['PUT',    `${base}/disableRebinding?value=false`, none,                                      200, empty],
  ['PUT',    `${base}/answerCanaries?value=no`,     none,                                       400, line],
  ['PUT',    `${base}/answerCanaries?value=false`,  none,                                       200, empty],
  ['GET',    `${base}/why?name=mask.icloud.com`,    none,                                       200, jsonWith({ Result: 'passed' })],
  ['PUT',    `${base}/answerCanaries?value=true`,   none,                                       200, empty],
  ['PUT',    `${base}/quarantineHost`,              'nowhere',                                  400, line],
  ['PUT',    `${base}/quarantineHost`,              '224.0.0.1',                                400, line],
  ['PUT',    `${base}/quarantineHost`,              {},                                         400, line],
  ['PUT',    `${base}/quarantineHost`,              '192.168.2.6',                              200, empty],
  ['GET',    `${base}/config`,                      none,                                       200, jsonWith({ QuarantineHostIP: '192.168.2.6' })],
  ['PUT',    `${base}/quarantineHost`,              '',                                         200, empty],
]
