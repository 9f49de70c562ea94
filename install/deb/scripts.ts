import { JOURNAL } from '../journal.ts'
import { DATA, PACKAGED } from '../places.ts'
import { COMPILED } from '../units.ts'

/**
 * The maintainer scripts of the package (deb-postinst(5)). The package never takes over the network: only its owner does, with
 * `sallyport install`. The router runs from a copy of the release below /opt, so that dpkg can replace and remove the files of the package.
 */

const COMMAND = `${PACKAGED}/bin/sallyport`
/** Whether a router is installed on this machine. */
const INSTALLED = `[ -e ${JOURNAL} ]`

/**
 * A router that is installed gets the new release, on trial. If that is rolled back or refused, the router continues with the release
 * before, and dpkg with the next package: a package that failed would be configured again by each run of apt.
 */
const POSTINST = `#!/bin/sh
set -e

if [ "$1" = configure ]; then
  if ${INSTALLED}; then
    ${COMMAND} update --package ||
      echo 'sallyport: the router continues with its release; to try again: sudo sallyport update --package' >&2
  else
    echo 'The network of this machine is unchanged. To install the router: sudo sallyport install'
  fi
fi
`

/** Undoes an installation before the files of the package are removed. If that fails, they stay. */
const PRERM = `#!/bin/sh
set -e

if [ "$1" = remove ] && ${INSTALLED}; then
  if ! ${COMMAND} uninstall --from-package; then
    echo 'sallyport: the package stays; to undo the installation: sudo sallyport uninstall' >&2
    exit 1
  fi
fi
`

/** Deletes the saved state when the package is purged, unless a router uses it that was installed from another release. */
const POSTRM = `#!/bin/sh
set -e

if [ "$1" = purge ]; then
  if ${INSTALLED}; then
    echo 'sallyport: ${DATA} is kept: a router that is installed on this machine uses it' >&2
  else
    rm -rf ${DATA} ${COMPILED}
  fi
fi
`

/** The scripts by name. */
export const MAINTAINER_SCRIPTS: Readonly<Record<string, string>> = { postinst: POSTINST, prerm: PRERM, postrm: POSTRM }
