import { debianVersion } from './architecture.ts'
import { paragraph } from './control.ts'

/** The documents that each Debian package contains (Debian Policy, chapter 12). */

interface Signature {
  readonly version: string
  readonly maintainer: string
  /** Seconds since 1970. */
  readonly time: number
}

/** A date of RFC 5322, section 3.3, in UTC. */
const dateOf = (time: number): string => new Date(time * 1000).toUTCString().replace('GMT', '+0000')

/** The changelog of the package: deb-changelog(5). What users notice is in the changelog of the release. */
export const debianChangelog = ({ version, maintainer, time }: Signature): string =>
  `sallyport (${debianVersion(version)}) stable; urgency=medium

  * Release ${version}: /usr/share/doc/sallyport/CHANGELOG.md.gz lists its changes.

 -- ${maintainer}  ${dateOf(time)}
`

/**
 * The copyright file: version 1.0 of Debian's machine-readable format. `notice` names the data and fonts in the package, `runtime` is the license
 * of Node and its libraries, `native` that of the native modules.
 */
export const copyrightFile = ({ notice, runtime, native }: Record<'notice' | 'runtime' | 'native', string>): string =>
  [
    paragraph([
      ['Format', 'https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'],
      ['Upstream-Name', 'Sallyport'],
      ['Comment', `\n${notice.trim()}`],
    ]),
    paragraph([
      ['Files', '*'],
      ['Copyright', 'The Sallyport authors'],
      [
        'Comment',
        'The scripts contain npm packages. Their licenses are in usr/lib/sallyport/licenses.txt, and in the same file of web/dist and of\nsite/dist/pages below it.',
      ],
      ['License', 'Apache-2.0\nThe text of the license is in /usr/share/common-licenses/Apache-2.0.'],
    ]),
    paragraph([
      ['Files', 'usr/lib/sallyport/node_modules/node-linux-*'],
      ['Copyright', 'Node.js contributors, and others that the text names'],
      ['License', `Node.js\n${runtime.trim()}`],
    ]),
    paragraph([
      ['Files', 'usr/lib/sallyport/node_modules/koffi/* usr/lib/sallyport/node_modules/@koromix/*'],
      ['Copyright', 'Niels Martignène'],
      ['License', `Expat\n${native.trim()}`],
    ]),
  ].join('\n')

/** Escapes a line of roff(7): a backslash, a hyphen-minus, and a dot at the beginning. */
const escaped = (line: string): string =>
  line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')

/** The manual page of the command, in section 8: man-pages(7). */
export const manualPage = (usage: string, { version, time }: Signature): string =>
  `.TH SALLYPORT 8 ${new Date(time * 1000).toISOString().slice(0, 10)} "Sallyport ${version}"
.SH NAME
sallyport \\- secure programmable router for homes and small offices
.SH SYNOPSIS
.nf
${usage
  .trimEnd()
  .replace(/^usage: /, '')
  .split('\n')
  .map(escaped)
  .join('\n')}
.fi
.SH DESCRIPTION
.B sallyport install
shows its plan, asks, and installs the router as a service of this machine. It is undone after five minutes, unless
.B sallyport confirm
keeps it. All incoming connections end, SSH included, except those that the router permits.
.PP
The package changes neither links nor firewall. A newer version of it is started on trial, as
.B sallyport update \\-\\-package
does, and rolled back if a device does not get what it got before.
.SH FILES
.TP
.I /opt/sallyport/current
the release that runs: a copy of that of the package
.TP
.I /etc/default/sallyport
the options of the router
.TP
.I /var/lib/sallyport
the saved state
.SH SEE ALSO
.BR systemctl (1),
.BR journalctl (1),
.BR nft (8)
`
