import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Catalogue } from '../router/model/dns/blocklists/services/catalogue.ts'
import { domainsIn, refusalOfDomains } from '../router/model/dns/blocklists/services/sources.ts'

/**
 * `npm run services [FILE]`: downloads the source of each service and writes its domains into the list, FILE or that of the router.
 * A service whose source cannot be read, or has lost most of its domains, is unchanged, and the exit code is 1.
 */

const FILE =
  process.argv[2] ?? fileURLToPath(new URL('../router/model/dns/blocklists/services/services.json', import.meta.url))
const TIMEOUT_MS = 30_000
const MOST_CHARACTERS = 1 << 20

const today = new Date().toISOString().slice(0, 10)
const { Services } = Catalogue.parse(JSON.parse(readFileSync(FILE, 'utf8')))

/** @param {import('../router/model/dns/blocklists/services/catalogue.ts').OnlineService} service */
async function updated(service) {
  try {
    const response = await fetch(service.Source, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const text = await response.text()
    if (text.length > MOST_CHARACTERS) throw new Error('it is too long')
    const Domains = domainsIn(text)
    const refusal = refusalOfDomains(service.Domains, Domains)
    if (refusal !== undefined) throw new Error(refusal)
    return { ...service, Domains, Checked: today }
  } catch (error) {
    process.exitCode = 1
    console.error(`${service.Name}: ${service.Source} is not used: ${/** @type {Error} */ (error).message}`)
    return service
  }
}

const all = []
for (const service of Services) all.push(await updated(service))
writeFileSync(FILE, `${JSON.stringify(Catalogue.parse({ Version: today, Services: all }), undefined, 2)}\n`)
