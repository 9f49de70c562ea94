import { z } from 'zod'
import { ListedPlugin } from '../../router/model/plugins/installed/plugin.ts'
import { empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const PARTS = 'dns-block-extension,dns-log-extension,plugin-lookup,wireguard,dyndns,db,PPP,WIFIUPLINK'

/** A list of exactly these plugins, by the names that clients look for. */
export const plugins = (...more: string[]) =>
  z
    .array(z.strictObject(ListedPlugin.shape))
    .refine((all) => all.map(({ Name }) => Name).join() === [PARTS, ...more].join())

const weather = { Name: 'Weather', URI: 'weather', Enabled: true }
const token = 'sallyport_0123456789abcdefghijABCDEFGHIJ'
const put = (name: string, body: unknown, status: number): Row => ['PUT', `/plugins_api/${name}`, body, status, line]

// biome-ignore format: a table
export const PLUGINS: readonly Row[] = [
  ['GET',    '/plugins',                            none,                                      200, json(plugins())],
  ['GET',    '/plugins_api/',                       none,                                      200, json(plugins())],
  ['GET',    '/plugins_api',                        none,                                      200, json(plugins())],
  ['PUT',    '/plugins/weather',                    weather,                                   200, json(plugins('Weather'))],
  ['PUT',    '/plugins_api/Weather',                { ...weather, Enabled: false, SandboxedUI: null, ScopedPaths: null }, 200, json(plugins('Weather'))],
  ['PUT',    '/plugins/weather',                    { Name: 'other' },                         400, line],
  ['PUT',    '/plugins/weather',                    { ...weather, URI: 'dns/block' },          400, line],
  put('a%20b', { Name: 'a b' }, 400),
  put('superd', { Name: 'superd' }, 400),
  put('other', none, 400),
  put('other', [], 400),
  put('other', {}, 400),
  put('other', { Name: 'other', URI: '../x' }, 400),
  put('other', { Name: 'other', URI: 'dns/block' }, 400),
  put('other', { Name: 'other', URI: 'dns' }, 400),
  put('other', { Name: 'other', URI: 'weather/more' }, 400),
  put('other', { Name: 'other', URI: '/other/' }, 400),
  put('other', { Name: 'other', UnixPath: '/state/api/apisock' }, 400),
  put('other', { Name: 'other', UnixPath: '/state/plugins/other/../superd/socket' }, 400),
  put('other', { Name: 'other', ComposeFilePath: '/etc/docker-compose.yml' }, 400),
  put('other', { Name: 'other', ComposeFilePath: 'plugins/other/docker-compose.yml' }, 400),
  put('other', { Name: 'other', GitURL: 'git@example.com:a/b' }, 400),
  put('other', { Name: 'other', InstallTokenPath: '/configs/auth/token' }, 400),
  put('other', { Name: 'other', ScopedPaths: ['devices'] }, 400),
  put('other', { Name: 'other', Plus: true }, 400),
  put('other', { Name: 'other', Runtime: 'kvm' }, 400),
  put('other', { Name: 'other', NetworkCapabilities: { Policies: ['everything'] } }, 400),
  put('other', { Name: 'other', NetworkCapabilities: { DeviceMAC: '02:00:00:00:00:01' } }, 400),
  put('other', { Name: 'other', GitURL: 'https://git.example/owner/other' }, 302),
  put('other', { Name: 'other', InstallTokenPath: '/configs/plugins/other/token', ScopedPaths: ['/devices'] }, 302),
  put('wireguard', { Name: 'wireguard', Enabled: false }, 400),
  put('PFW', { Name: 'PFW', Enabled: true }, 400),
  ['PUT',    '/plugins_api/Weather/restart',        none,                                      400, line],
  ['PUT',    '/plugins_api/nothing/restart',        none,                                      404, line],
  ['PUT',    '/plugins_api/Weather/update_container', none,                                    400, line],
  ['PUT',    '/plugins_api/nothing/update_container', none,                                    404, line],
  ['DELETE', '/plugins/a%20b',                      none,                                      400, line],
  ['DELETE', '/plugins/nothing',                    none,                                      404, line],
  ['DELETE', '/plugins_api/db',                     none,                                      400, line],
  ['DELETE', '/plugins_api/nothing',                none,                                      404, line],
  ['DELETE', '/plugins/WEATHER',                    weather,                                   200, json(plugins())],
  ['GET',    '/plugin/runtime',                     none,                                      200, json(z.strictObject({ Ready: z.boolean(), Reason: z.string(), Obstacle: z.strictObject({ Code: z.string(), Detail: z.string() }).optional() }))],
  ['GET',    '/plugin/custom_compose_paths',        none,                                      401, line],
  ['PUT',    '/plugin/custom_compose_paths',        [],                                        401, line],
  ['PUT',    '/plugin/install_user_url',            'https://git.example/owner/sample',        401, line],
  ['PUT',    '/plugin/download_info',               'https://git.example/owner/sample',        401, line],
  ['PUT',    '/plugin/complete_install',            {},                                        401, line],
  ['GET',    '/pluginAttest?compose_file=plugins/x/docker-compose.yml', none,                  404, line],
  ['GET',    `/pluginAttest?compose_file=${'x'.repeat(300)}`, none,                            400, line],
  ['GET',    '/pluginAttest',                       none,                                      200, json([])],
  ['GET',    '/attestStatus',                       none,                                      200, json([])],
  ['PUT',    '/attestStatus',                       none,                                      200, json([])],
  ['PUT',    '/attestStatus',                       raw('{'),                                  400, line],
  ['PUT',    '/plugin/ui_session',                  { pluginURI: 'nothing', protocolVersion: 1 }, 403, line],
  ['PUT',    '/plugin/ui_session',                  { pluginURI: 'nothing', protocolVersion: 2 }, 409, jsonWith({ error: 'unsupported_protocol' })],
  ['PUT',    '/plugin/ui_session',                  { pluginURI: '' },                         400, line],
  ['DELETE', '/plugin/ui_session/nothing',          none,                                      204, empty],
  ['DELETE', `/plugin/ui_session/${'x'.repeat(65)}`, none,                                     400, line],
  ['GET',    '/plusToken',                          none,                                      200, json('')],
  ['GET',    '/plusTokenValid',                     none,                                      400, line],
  ['PUT',    '/plusToken',                          'short',                                   400, line],
  ['PUT',    '/plusToken',                          7,                                         400, line],
  ['PUT',    '/startPlusExtension',                 'PFW',                                     400, line],
  ['PUT',    '/plusToken',                          token,                                     200, empty],
  ['GET',    '/plusToken',                          none,                                      200, json(token)],
  ['GET',    '/plusTokenValid',                     none,                                      200, empty],
  ['GET',    '/plugins_api/',                       none,                                      200, json(plugins('PFW', 'MESH'))],
  ['PUT',    '/startPlusExtension',                 'PFW',                                     200, empty],
  ['PUT',    '/startPlusExtension',                 'VPN',                                     404, line],
  ['PUT',    '/startPlusExtension',                 {},                                        400, line],
  ['GET',    '/startPlusExtension?name=MESH',       none,                                      200, json([])],
  ['GET',    '/startPlusExtension',                 none,                                      400, line],
  ['GET',    '/stopPlusExtension?name=MESH',        none,                                      200, json([])],
  ['GET',    '/stopPlusExtension',                  none,                                      400, line],
  ['GET',    '/stopPlusExtension?name=VPN',         none,                                      404, line],
  ['PUT',    '/stopPlusExtension',                  'PFW',                                     200, empty],
  ['PUT',    '/stopPlusExtension',                  [],                                        400, line],
  ['PUT',    '/plusToken/create',                   none,                                      200, json(z.string().regex(/^\w{40}$/))],
  ['GET',    '/plusServer',                         none,                                      200, json({ URL: '' })],
  ['PUT',    '/plusServer',                         { URL: 'http://licences.example' },        400, line],
  ['PUT',    '/plusServer',                         { URL: 'https://nowhere.test/check' },     200, empty],
  ['GET',    '/plusTokenValid',                     none,                                      503, line],
  ['PUT',    '/plusToken/create',                   none,                                      409, line],
  ['PUT',    '/plusServer',                         { URL: '' },                               200, empty],
  ['PUT',    '/plusToken',                          '',                                        200, empty],
  ['GET',    '/dockerPS?service=sample&compose_file=plugins/x/docker-compose.yml', none,       404, line],
]

/** Calls that need a one-time code, with input that is refused. */
// biome-ignore format: a table
export const PROVEN_PLUGINS: readonly Row[] = [
  ['GET',    '/plugin/custom_compose_paths',        none,                                      200, json([])],
  ['PUT',    '/plugin/custom_compose_paths',        ['/etc/docker-compose.yml'],               400, line],
  ['PUT',    '/plugin/custom_compose_paths',        ['plugins/../x.yml'],                      400, line],
  ['PUT',    '/plugin/custom_compose_paths',        ['plugins/x/docker-compose.yml'],          200, empty],
  ['GET',    '/plugin/custom_compose_paths',        none,                                      200, json(['plugins/x/docker-compose.yml'])],
  ['PUT',    '/plugin/custom_compose_paths',        [],                                        200, empty],
  ['PUT',    '/plugin/install_user_url',            'git://example.com/a',                     400, line],
  ['PUT',    '/plugin/install_user_url',            'file:///etc',                             400, line],
  ['PUT',    '/plugin/download_info',               'https://user@example.com/a',              400, line],
  ['PUT',    '/plugin/complete_install',            {},                                        400, line],
  ['PUT',    '/plugin/complete_install',            { Name: 'sample' },                        400, line],
  ['PUT',    '/plugins_api/other',                  { Name: 'other', GitURL: 'https://git.example/owner/other' }, 200, json(plugins('other'))],
  ['DELETE', '/plugins_api/other',                  none,                                      200, json(plugins())],
]
