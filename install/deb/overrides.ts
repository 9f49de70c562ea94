import { PACKAGED } from '../places.ts'

/** Tags of lintian that the package has for a reason: a file of lintian(1), section "Overrides". */
interface Override {
  readonly reason: string
  /** Each with its context; `*` matches any characters. */
  readonly tags: readonly string[]
}

const NODE = `*${PACKAGED.slice(1)}/node_modules/node-linux-*/bin/node*`

const OVERRIDES: readonly Override[] = [
  {
    reason:
      'Debian 12 and 13 have older versions of Node. The package contains the runtime that the router is tested with, as its\n# project builds it.',
    tags: [`embedded-library ${NODE}`, `hardening-no-pie ${NODE}`],
  },
  {
    reason: 'The license of Node, which contains those of its libraries, is quoted unchanged.',
    tags: ['copyright-file-contains-full-apache-2-license', 'old-fsf-address-in-copyright-file'],
  },
  {
    reason: 'The documentation, which the router serves, names its own address in the home.',
    tags: ['privacy-breach-generic *http://192.168.2.1/*'],
  },
]

export const overridesFile = (): string =>
  OVERRIDES.map(({ reason, tags }) => `# ${reason}\n${tags.map((tag) => `sallyport: ${tag}\n`).join('')}`).join('\n')
