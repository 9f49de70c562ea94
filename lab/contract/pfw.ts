import { z } from 'zod'
import { TV } from './actors.ts'
import { empty, json, line, none, type Row, raw } from './rows.ts'

const Days = [0, 1, 1, 1, 1, 1, 0]
const window = { Days, Start: '21:00', End: '07:00' }
const bedtime = { Name: 'Bedtime', When: { Tags: ['kids'], Times: [window] }, Do: { Kind: 'block' } }
const family = { Name: 'Family DNS', When: { Devices: [TV] }, Do: { Kind: 'family' } }
const answer = { Kind: 'dns', Domain: 'Video.test.', ResultCNAME: 'safe.test' }
const dns = { Name: 'Safe', When: { Devices: [TV] }, Do: answer }
const tag = { Name: 'Print', When: { Devices: [TV] }, Do: { Kind: 'tag', Tag: 'Print' } }
const group = { Name: 'Bulk', When: { Devices: [TV] }, Do: { Kind: 'group', Group: 'bulk' } }
const limit = { ...bedtime, Name: 'Limit', Do: { Kind: 'limit', DownMbit: 2.5 } }
const Until = Math.floor(Date.now() / 1000) + 300
const pause = { Name: 'Pause', When: { Devices: [TV] }, Do: { Kind: 'block' }, Until }
const listed = (destinations: object) => ({ ...bedtime, To: { Place: 'listed', ...destinations } })
const abroad = { ...listed({ Countries: ['no', 'SE'], ASNs: [20_712], Domains: ['A.test.'] }), Name: 'Abroad' }

const texts = z.array(z.string())
const Times = z.array(z.strictObject({ Days: z.array(z.int()).length(7), Start: z.string(), End: z.string() }))
const entry = z.strictObject({
  ...{ Id: z.string(), Name: z.string(), Disabled: z.boolean(), Until: z.int() },
  When: z.strictObject({
    ...{ Devices: texts, Tags: texts, Groups: texts, Times, UsedMinutes: z.int() },
    Online: z.array(z.strictObject({ Device: z.string(), Is: z.boolean() })),
  }),
  To: z.strictObject({
    ...{ Place: z.string(), Networks: texts, Domains: texts, Countries: texts, ASNs: z.array(z.int()) },
    ...{ Protocol: z.string(), Port: z.string() },
  }),
  Do: z.looseObject({ Kind: z.string() }),
  Skips: z.array(z.strictObject({ Device: z.string(), Until: z.int() })),
  ...{ Holds: z.boolean(), HoldsUntil: z.int(), NextStart: z.int(), UsedToday: z.int() },
})
const entries = z.array(entry)
const named = (...names: string[]) => json(entries.refine((all) => all.map(({ Name }) => Name).join() === names.join()))
const site = z.strictObject({
  ...{ Name: z.string(), Interface: z.string().startsWith('wg'), Address: z.string(), Disabled: z.boolean() },
  ...{ PrivateKey: z.literal('**'), PeerPublicKey: z.string(), PresharedKey: z.enum(['', '**']) },
  ...{ Endpoint: z.string(), DNS: z.string() },
})
const sites = (...names: string[]) =>
  json(z.array(site).refine((all) => all.map(({ Name }) => Name).join() === names.join()))
const bergen = {
  ...{ Name: 'bergen', Interface: '', Address: '10.64.9.2/32', PrivateKey: '', Disabled: true },
  ...{ Endpoint: '198.51.100.7:51820', PeerPublicKey: 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ=' },
}
/** As present clients send one: without a name. */
const nameless = {
  ...{ Address: '10.64.9.3/32', PrivateKey: '', Endpoint: '198.51.100.8:51820' },
  PeerPublicKey: '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI=',
}

/** Rules in the form of present clients, with all fields. */
const common = {
  ...{ RuleName: z.string(), Disabled: z.boolean(), Condition: z.string() },
  Time: z.strictObject({ Days: z.array(z.int()), Start: z.string(), End: z.string() }),
  Client: z.strictObject({
    ...{ Group: z.string(), Identity: z.string(), SrcIP: z.string(), Tag: z.string(), Endpoint: z.string() },
  }),
}
const dst = z.union([
  z.strictObject({ IP: z.string() }),
  z.strictObject({ Domain: z.string() }),
  z.strictObject({ Country: z.string() }),
  z.strictObject({ ASN: z.string() }),
])
const matched = { Protocol: z.enum(['', 'tcp', 'udp']), Dst: dst, DstPort: z.string() }
const blockForm = z.strictObject({ ...common, ...matched })
const translated = { OriginalDst: dst, OriginalDstPort: z.string(), DstInterface: z.string() }
const forwardForm = z.strictObject({ ...common, ...matched, ...translated })
const tagForm = z.strictObject({ ...common, Tags: texts })
const groupForm = z.strictObject({ ...common, Groups: texts })
const listing =
  (form: z.ZodType<{ RuleName: string }>) =>
  (...names: string[]) =>
    json(z.array(form).refine((all) => all.map(({ RuleName }) => RuleName).join() === names.join()))
const [blocks, forwards, tags, groups] = [blockForm, forwardForm, tagForm, groupForm].map(listing) as [
  ...[ReturnType<typeof listing>, ReturnType<typeof listing>, ReturnType<typeof listing>, ReturnType<typeof listing>],
]
const Client = { Group: '', Identity: '', SrcIP: '', Tag: 'kids', Endpoint: '' }
const night = { RuleName: 'Bedtime', Disabled: false, Time: window, Condition: '', Client }
const blocked = { ...night, Protocol: 'tcp', Dst: { IP: '1.2.3.4' }, DstPort: '1-10' }
const bulk = { RuleName: 'Bulk', Client: { Identity: TV } }
const config = z.strictObject({
  ...{ ForwardingRules: z.array(forwardForm), BlockRules: z.array(blockForm) },
  ...{ TagRules: z.array(tagForm), GroupRules: z.array(groupForm) },
  ...{ SiteVPNs: z.array(site), Variables: z.strictObject({}) },
  ...{ APIToken: z.literal('*masked*'), TimeZone: z.string() },
})
const preview = z.object({ Opens: z.array(z.unknown()), Closes: z.array(z.unknown()), IsComplete: z.boolean() })
const persona = z.strictObject({
  ...{ Name: z.string(), Tag: z.string().startsWith('persona:'), Description: z.string() },
  ...{ DailyLimitMinutes: z.int(), Schedules: Times, DNSFamily: z.boolean(), Disabled: z.boolean() },
})
const use = z.strictObject({
  ...{
    Used: z.int(),
    Limit: z.int(),
    Blocked: z.boolean(),
    BlockedUntil: z.int(),
    PauseUntil: z.int(),
    GrantUntil: z.int(),
  },
})
const used = (is: (kids: z.output<typeof use>) => boolean) =>
  json(z.record(z.string(), use).refine(({ 'persona:kids': kids }) => kids !== undefined && is(kids)))
const cron = z.strictObject({ CronExpr: z.string() })
const tasks = json(
  z.strictObject({
    WiFiScan: z.strictObject({ Disabled: z.literal(true), Interfaces: texts, Time: cron }),
    UplinkCheck: z.strictObject({ Disabled: z.literal(false), Addresses: texts, Time: cron }),
  }),
)
const CONFIGURE = '/plugins/pfw/tasks/configure'
const RULES = '/plugins/pfw/rules'
const PAUSE = '/plugins/pfw/pause'
const PERSONAS = '/parentalControls/personas'
const kids = { Name: 'kids', DailyLimitMinutes: 120, Schedules: [{ Days, Start: '16:00', End: '20:00' }] }

// biome-ignore format: a table
export const PFW: Row[] = [
  ['GET',    '/plugins/pfw/config', none,                                    404, line],
  ['PUT',    '/plugins/pfw/block', blocked,                                  404, line],
  ['PUT',    '/plusToken/create', none,                                      200, json(z.string())],
  ['PUT',    '/startPlusExtension', 'PFW',                                   200, empty],
  ['GET',    '/plugins/pfw/config', none,                                    200, json(config)],
  ['GET',    RULES, none,                                                    200, json([])],
  ['PUT',    RULES, {},                                                      400, line],
  ['PUT',    RULES, { ...bedtime, Do: { Kind: 'explode' } },                 400, line],
  ['PUT',    RULES, { ...bedtime, When: { Times: [{ ...window, Start: '25:00' }] } }, 400, line],
  ['PUT',    RULES, { ...bedtime, When: { Times: [{ ...window, Days: [1] }] } }, 400, line],
  ['PUT',    RULES, { ...bedtime, When: { Devices: ['12:22:33:44:55:99'] } }, 400, line],
  ['PUT',    RULES, { ...bedtime, When: { Hours: [] } },                     400, line],
  ['PUT',    RULES, { ...bedtime, Until: 1 },                                400, line],
  ['PUT',    RULES, listed({ Domains: ['a'] }),                              400, line],
  ['PUT',    RULES, listed({ Countries: ['ZZ'] }),                           400, line],
  ['PUT',    RULES, listed({ ASNs: [0] }),                                   400, line],
  ['PUT',    RULES, { ...bedtime, To: { Countries: ['NO'] } },               400, line],
  ['PUT',    RULES, { ...bedtime, Do: { Kind: 'tunnel', Tunnel: 'nowhere' } }, 400, line],
  ['PUT',    RULES, { ...bedtime, Do: { Kind: 'proxy', Plugin: 'nowhere' } }, 400, line],
  ['PUT',    RULES, { ...bedtime, Do: { Kind: 'limit' } },                   400, line],
  ['PUT',    RULES, limit,                                                   200, json(entry)],
  ['PUT',    RULES, pause,                                                   200, json(entry.refine(({ Holds, HoldsUntil }) => Holds && HoldsUntil === Until))],
  ['GET',    RULES, none,                                                    200, named('Limit', 'Pause')],
  ['PUT',    PAUSE, { Devices: [TV], Minutes: 30 },                          200, json(entry.refine(({ Name, Holds, Until }) => Name === 'Pause' && Holds && Until > 0))],
  ['PUT',    PAUSE, { Devices: [TV], Until: '07:00' },                       200, json(entry)],
  ['GET',    RULES, none,                                                    200, named('Pause', 'Limit')],
  ['PUT',    PAUSE, { Devices: [TV] },                                       400, line],
  ['PUT',    PAUSE, { Minutes: 30 },                                         400, line],
  ['PUT',    PAUSE, { Devices: [TV], Until: '7' },                           400, line],
  ['PUT',    `${RULES}/00000000`, bedtime,                                   404, line],
  ['PUT',    `${RULES}/x`, bedtime,                                          400, line],
  ['DELETE', `${RULES}/00000000`, none,                                      404, line],
  ['DELETE', `${RULES}/x`, none,                                             400, line],
  ['PUT',    `${RULES}/00000000/extend`, { Minutes: 60 },                    404, line],
  ['PUT',    `${RULES}/00000000/extend`, { Minutes: 'x' },                   400, line],
  ['PUT',    '/plugins/pfw/preview', { Rule: pause },                        200, json(preview)],
  ['PUT',    '/plugins/pfw/preview', { Rule: pause, Id: '00000000' },        404, line],
  ['PUT',    '/plugins/pfw/preview', { Rule: {} },                           400, line],
  ['PUT',    '/plugins/pfw/preview', { Rule: abroad },                       200, json(preview)],
  ['PUT',    RULES, abroad,                                                  200, json(entry)],
  ['DELETE', '/plugins/pfw/block/1', none,                                   200, blocks('Pause')],
  ['DELETE', '/plugins/pfw/block/0', {},                                     200, json([])],
  ['DELETE', '/plugins/pfw/block/0', none,                                   404, line],
  ['DELETE', '/plugins/pfw/block/x', none,                                   400, line],
  ['PUT',    '/plugins/pfw/block', { ...blocked, Client: {} },               400, line],
  ['PUT',    '/plugins/pfw/block', blocked,                                  200, json([blocked])],
  ['PUT',    '/plugins/pfw/block/1', { ...night, RuleName: 'Homework' },     200, blocks('Bedtime', 'Homework')],
  ['PUT',    '/plugins/pfw/block/0', { ...blocked, Disabled: true },         200, blocks('Bedtime', 'Homework')],
  ['PUT',    '/plugins/pfw/block/7', blocked,                                404, line],
  ['PUT',    '/plugins/pfw/block/x', blocked,                                400, line],
  ['PUT',    '/plugins/pfw/forward', night,                                  400, line],
  ['PUT',    '/plugins/pfw/rules', { ...family, Do: { Kind: 'services', Services: [] } },           400, line],
  ['PUT',    '/plugins/pfw/rules', { ...family, Do: { Kind: 'services', Services: ['no-such'] } },  400, line],
  ['PUT',    '/plugins/pfw/rules', { ...family, Do: { Kind: 'safesearch', Google: false, Bing: false, DuckDuckGo: false } }, 400, line],
  ['PUT',    '/plugins/pfw/rules', { ...family, Do: { Kind: 'safesearch', YouTube: 'lenient' } },   400, line],
  ['PUT',    RULES, family,                                                  200, json(entry)],
  ['PUT',    RULES, dns,                                                     200, json(entry)],
  ['PUT',    RULES, { ...dns, Do: { ...answer, ResultIP: '1.2.3.4' } },      400, line],
  ['PUT',    '/plugins/pfw/sitevpns', bergen,                                200, sites('bergen')],
  ['PUT',    '/plugins/pfw/forward', { ...night, RuleName: 'Oslo', DstInterface: 'nowhere' }, 400, line],
  ['PUT',    '/plugins/pfw/forward', { ...night, RuleName: 'Oslo', DstInterface: 'bergen' }, 200, forwards('Limit', 'Family DNS', 'Safe', 'Oslo')],
  ['PUT',    '/plugins/pfw/forward/3', { ...night, RuleName: 'Bergen', OriginalDst: { Domain: 'a.test' }, DstInterface: 'bergen' }, 200, forwards('Limit', 'Family DNS', 'Safe', 'Bergen')],
  ['PUT',    '/plugins/pfw/forward/3', { ...night, OriginalDst: { IP: 'x' }, DstInterface: 'bergen' }, 400, line],
  ['PUT',    '/plugins/pfw/forward/3', { ...night, RuleName: 'Cloud', Dst: { IP: '192.168.2.10' }, DstPort: '443' }, 200, forwards('Limit', 'Family DNS', 'Safe', 'Cloud')],
  ['PUT',    '/plugins/pfw/forward/3', { ...night, RuleName: 'Cloud', Dst: { Domain: 'a.test' } },       400, line],
  ['PUT',    '/plugins/pfw/forward/3', { ...night, RuleName: 'Way', DstInterface: 'wan9' },              400, line],
  ['DELETE', '/plugins/pfw/forward/3', {},                                   200, forwards('Limit', 'Family DNS', 'Safe')],
  ['DELETE', '/plugins/pfw/forward/0', none,                                 200, forwards('Family DNS', 'Safe')],
  ['DELETE', '/plugins/pfw/forward/-1', none,                                400, line],
  ['DELETE', '/plugins/pfw/sitevpns/0', none,                                200, json([])],
  ['PUT',    RULES, tag,                                                     200, json(entry)],
  ['PUT',    RULES, group,                                                   200, json(entry)],
  ['PUT',    '/plugins/pfw/tag', raw('x'),                                   400, line],
  ['PUT',    '/plugins/pfw/tag', { ...bulk, Tags: ['print', 'scan'] },       200, tags('Print', 'Bulk')],
  ['PUT',    '/plugins/pfw/tag/0', { ...bulk, Disabled: true, Tags: ['print'] }, 200, tags('Bulk', 'Bulk')],
  ['PUT',    '/plugins/pfw/tag/0', { ...bulk, Tags: [] },                    400, line],
  ['DELETE', '/plugins/pfw/tag/x', none,                                     400, line],
  ['DELETE', '/plugins/pfw/tag/1', none,                                     200, tags('Bulk')],
  ['DELETE', '/plugins/pfw/tag/0', none,                                     200, json([])],
  ['PUT',    '/plugins/pfw/group', { ...bulk, Groups: ['bulk'] },            200, groups('Bulk', 'Bulk')],
  ['PUT',    '/plugins/pfw/group', { ...bulk, Groups: ['no such'] },         400, line],
  ['PUT',    '/plugins/pfw/group/0', { ...bulk, RuleName: 'All', Groups: ['bulk'] }, 200, groups('All', 'Bulk')],
  ['PUT',    '/plugins/pfw/group/0', { ...bulk, Time: { Days: [1] } },       400, line],
  ['DELETE', '/plugins/pfw/group/x', none,                                   400, line],
  ['DELETE', '/plugins/pfw/group/1', none,                                   200, groups('All')],
  ['DELETE', '/plugins/pfw/group/0', none,                                   200, json([])],
  ['GET',    '/plugins/pfw/config', none,                                    200, json(config.refine(({ BlockRules }) => BlockRules.length === 2))],
  ['PUT',    '/plugins/pfw/variable/away', 'yes',                             200, json({ away: 'yes' })],
  ['PUT',    '/plugins/pfw/variable/guests', 2,                              200, json({ away: 'yes', guests: '2' })],
  ['PUT',    '/plugins/pfw/variable/away', { a: 1 },                         400, line],
  ['PUT',    '/plugins/pfw/variable/1st', 'yes',                             400, line],
  ['GET',    '/plugins/pfw/variable/away', none,                             200, json('yes')],
  ['GET',    '/plugins/pfw/variable/1st', none,                              400, line],
  ['DELETE', '/plugins/pfw/variable/1st', none,                              400, line],
  ['GET',    '/plugins/pfw/variable/missing', none,                          404, line],
  ['POST',   '/plugins/pfw/testExpression', { Expression: 'away == "yes" && guests < 3' }, 200, json({ Result: true })],
  ['POST',   '/plugins/pfw/testExpression', { Expression: 'away =' },        400, line],
  ['POST',   '/plugins/pfw/testExpression', {},                              400, line],
  ['DELETE', '/plugins/pfw/variable/away', none,                             200, json({ guests: '2' })],
  ['DELETE', '/plugins/pfw/variable/away', none,                             404, line],
  ['DELETE', '/plugins/pfw/variable/guests', none,                           200, json({})],
  ['GET',    '/plugins/pfw/tasks/config', none,                              200, tasks],
  ['PUT',    `${CONFIGURE}/uplink-check`, { Disabled: false, Addresses: ['icmp:9.9.9.9', 'tcp:9.9.9.9:443'], Time: { CronExpr: '*/5 * * * *' } }, 200, tasks],
  ['PUT',    `${CONFIGURE}/uplink-check`, { Addresses: ['tcp:9.9.9.9'] },    400, line],
  ['PUT',    `${CONFIGURE}/uplink-check`, { Addresses: [], Time: { CronExpr: '@every 10s' } }, 200, tasks],
  ['PUT',    `${CONFIGURE}/uplink-check`, { Time: { CronExpr: 'x' } },       400, line],
  ['PUT',    `${CONFIGURE}/wifi-scan`, { Disabled: true, Interfaces: [] },   200, tasks],
  ['PUT',    `${CONFIGURE}/wifi-scan`, { Disabled: false },                  400, line],
  ['PUT',    `${CONFIGURE}/coffee`, {},                                      400, line],
  ['PUT',    '/plugins/pfw/tasks/run/uplink-check', {},                      200, empty],
  ['PUT',    '/plugins/pfw/tasks/run/wifi-scan', none,                       400, line],
  ['GET',    '/plugins/pfw/sitevpns', none,                                  200, json([])],
  ['PUT',    '/plugins/pfw/sitevpns', { ...bergen, Address: 'x' },           400, line],
  ['PUT',    '/plugins/pfw/sitevpns/1', bergen,                              404, line],
  ['PUT',    '/plugins/pfw/sitevpns', bergen,                                200, sites('bergen')],
  ['PUT',    '/plugins/pfw/sitevpns', bergen,                                400, line],
  ['PUT',    '/plugins/pfw/sitevpns/0', { ...bergen, Name: 'oslo' },         400, line],
  ['PUT',    '/plugins/pfw/sitevpns/0', { ...bergen, Address: '10.64.9.4' }, 200, sites('bergen')],
  ['PUT',    '/plugins/pfw/sitevpns/x', bergen,                              400, line],
  ['GET',    '/plugins/pfw/config', none,                                    200, json(config.refine(({ SiteVPNs }) => SiteVPNs[0]?.Address === '10.64.9.4'))],
  ['PUT',    '/plugins/pfw/sitevpns', { ...nameless, DNS: '10.64.9.1', PresharedKey: bergen.PeerPublicKey }, 200, sites('bergen', 'site 1')],
  ['PUT',    '/plugins/pfw/sitevpns/1', { ...nameless, DNS: 'x' },           400, line],
  ['PUT',    '/plugins/pfw/sitevpns/1', { ...nameless, PrivateKey: '**', PresharedKey: '**' }, 200, json(z.array(site).refine((all) => all[1]?.DNS === '10.64.9.1' && all[1].PresharedKey === '**'))],
  ['DELETE', '/plugins/pfw/sitevpns/1', {},                                  200, sites('bergen')],
  ['DELETE', '/plugins/pfw/sitevpns/0', none,                                200, json([])],
  ['DELETE', '/plugins/pfw/sitevpns/0', none,                                404, line],
  ['DELETE', '/plugins/pfw/sitevpns/x', none,                                400, line],
  ['PUT',    '/plusToken', '',                                               200, empty],
  ['GET',    '/plugins/pfw/sitevpns', none,                                  404, line],

  ['GET',    PERSONAS, none,                                                 200, json([])],
  ['PUT',    PERSONAS, kids,                                                 200, json(z.array(persona).length(1))],
  ['PUT',    PERSONAS, { Name: 'kids', DNSFamily: true },                    200, json(z.array(persona).refine(([one]) => one?.DailyLimitMinutes === 120))],
  ['PUT',    PERSONAS, { Name: 'x', DailyLimitMinutes: -1 },                 400, line],
  ['PUT',    PERSONAS, { Name: 'x', Tag: 'kids' },                           400, line],
  ['PUT',    PERSONAS, { Name: 'x', Schedules: [{ Days, Start: '16', End: '20:00' }] }, 400, line],
  ['GET',    '/parentalControls/usage', none,                                200, used(({ Limit }) => Limit === 120)],
  ['PUT',    '/parentalControls/pause', { Tag: 'persona:kids', Minutes: 5 }, 200, used(({ Blocked, PauseUntil }) => Blocked && PauseUntil > 0)],
  ['PUT',    '/parentalControls/pause', { Tag: 'kids', Until: '07:00' },     200, used(({ PauseUntil }) => PauseUntil > 0)],
  ['PUT',    '/parentalControls/pause', { Tag: 'kids' },                     400, line],
  ['PUT',    '/parentalControls/pause', { Tag: 'kids', Minutes: 'x' },       400, line],
  ['PUT',    '/parentalControls/pause', { Tag: 'missing', Minutes: 5 },      404, line],
  ['PUT',    '/parentalControls/extend', { Tag: 'kids', Minutes: 30 },       200, used(({ Blocked, PauseUntil, GrantUntil }) => !Blocked && PauseUntil === 0 && GrantUntil > 0)],
  ['PUT',    '/parentalControls/extend', { Minutes: 30 },                    400, line],
  ['PUT',    '/parentalControls/reset', { Tag: 'kids' },                     200, used(({ Used, GrantUntil }) => Used === 0 && GrantUntil === 0)],
  ['PUT',    '/parentalControls/reset', {},                                  400, line],
  ['DELETE', PERSONAS, {},                                                   400, line],
  ['DELETE', PERSONAS, { Name: 'missing' },                                  404, line],
  ['DELETE', PERSONAS, { Name: 'kids', Tag: 'persona:kids' },                200, json([])],
  ['GET',    '/parentalControls/usage', none,                                200, json({})],
]
