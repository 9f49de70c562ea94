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
  'PUT /plugins/{name}': { good: [['/plugins/sample', entry]] },
  'DELETE /plugins/{name}': { good: [['/plugins/sample']] },
  'PUT /plugin/custom_compose_paths': { good: [['/plugin/custom_compose_paths', PATHS]] },
  'GET /plugin/custom_compose_paths': { good: [['/plugin/custom_compose_paths']] },
  'PUT /plugin/install_user_url': {
    good: [['/plugin/install_user_url', 'https://git.example/owner/sample']],
    needsContainers: true,
  },
  'PUT /plusToken': {
    good: [['/plusToken', 'sallyport_0123456789abcdefghijABCDEFGHIJ']],
    shows: ['/plusToken', 'sallyport_0123456789abcdefghijABCDEFGHIJ'],
  },
  'GET /plusToken': { good: [['/plusToken']] },
  'GET /startPlusExtension': { good: [['/startPlusExtension?name=PFW']], nothingThere: true },
  'GET /stopPlusExtension': { good: [['/stopPlusExtension?name=PFW']], nothingThere: true },
}
