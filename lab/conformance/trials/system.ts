import { Raw } from '../../contract/rows.ts'
import type { Trials } from '../trial.ts'

/** Calls about the router itself, its logs, releases and lookup data. */
export const systemTrials: Trials = {
  'GET /status': { good: [['/status']] },
  'GET /features': { good: [['/features']] },
  'GET /version': { good: [['/version'], ['/version?container=superd']] },
  'GET /speedtest': { good: [['/speedtest']] },
  'PUT /speedtest': { good: [['/speedtest', new Raw('0123456789')]] },
  'GET /logs': { good: [['/logs']] },
  'GET /ip/interfaces': { good: [['/ip/interfaces']] },
  'PUT /release': {
    good: [['/release', { CustomChannel: '-dev', CustomVersion: '0.1.3', Current: '' }]],
    shows: ['/release', { CustomChannel: '-dev', CustomVersion: '0.1.3' }],
  },
  'GET /release': { good: [['/release']] },
  'DELETE /release': { good: [['/release']], shows: ['/release', { CustomChannel: '', CustomVersion: '' }] },
  'GET /releaseChannels': { good: [['/releaseChannels']] },
  'PUT /update': { good: [['/update']], needsInstallation: true },
  'GET /releasesAvailable': { good: [['/releasesAvailable'], ['/releasesAvailable?container=super_base']] },
  'GET /iw/list': { good: [['/iw/list']], nothingThere: true },
  'GET /iw/dev': { good: [['/iw/dev']], nothingThere: true },
  'GET /plugins/lookup/asn/{ips}': { good: [['/plugins/lookup/asn/1.1.1.1,2.2.2.2']] },
  'GET /plugins/lookup/asns/{ips}': { good: [['/plugins/lookup/asns/1.1.1.1,2.2.2.2']] },
  'GET /plugins/lookup/oui/{mac}': { good: [['/plugins/lookup/oui/00:11:22:33:44:66']] },
  'GET /plugins/lookup/ouis/{macs}': { good: [['/plugins/lookup/ouis/00:11:22:33:44:66']] },
}
