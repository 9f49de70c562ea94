import type { Trials } from '../trial.ts'

const entry = {
  Name: 'sample',
  URI: 'sample',
  UnixPath: '/state/plugins/sample/socket',
  Enabled: true,
  Plus: false,
  GitURL: '',
  ComposeFilePath: '',
  HasUI: false,
  SandboxedUI: true,
  InstallTokenPath: '',
  ScopedPaths: [],
}
const PATHS = ['plugins/sample/docker-compose.yml']

/** Calls about plugins and PLUS. */
export const pluginTrials: Trials = {
  'GET /plugins': { good: [['/plugins']] },
  'PUT /plugins/{name}': {
    good: [['/plugins/sample', entry]],
    refused: { 400: [['/plugins/sample', { ...entry, URI: 'dns/block' }], ['/plugins/sample']] },
  },
  'DELETE /plugins/{name}': { good: [['/plugins/sample']], refused: { 404: [['/plugins/nothing']] } },
  'PUT /plugin/custom_compose_paths': {
    good: [['/plugin/custom_compose_paths', PATHS]],
    refused: { 400: [['/plugin/custom_compose_paths', ['/etc/docker-compose.yml']], ['/plugin/custom_compose_paths']] },
  },
  'GET /plugin/custom_compose_paths': { good: [['/plugin/custom_compose_paths']] },
  'PUT /plugin/install_user_url': {
    good: [['/plugin/install_user_url', 'https://git.example/owner/sample']],
    refused: { 400: [['/plugin/install_user_url', 'file:///etc'], ['/plugin/install_user_url']] },
    needsContainers: true,
  },
  'PUT /plusToken': {
    good: [['/plusToken', 'sallyport_0123456789abcdefghijABCDEFGHIJ']],
    refused: { 400: [['/plusToken', 'short'], ['/plusToken']] },
    shows: ['/plusToken', 'sallyport_0123456789abcdefghijABCDEFGHIJ'],
  },
  'GET /plusToken': { good: [['/plusToken']] },
  'GET /startPlusExtension': { good: [['/startPlusExtension?name=PFW']], nothingThere: true },
  'GET /stopPlusExtension': { good: [['/stopPlusExtension?name=PFW']], nothingThere: true },
}
