import { spawnSync } from 'node:child_process'

const FLAGS = ['--mount', '--pid', '--fork', '--mount-proc', '--net', '--kill-child']
const AS_ROOT_INSIDE = ['--user', '--map-root-user']

const attempt = (flags) => {
  const { status, stderr } = spawnSync('unshare', [...flags, 'mount', '-t', 'tmpfs', 'run', '/run'], {
    encoding: 'utf8',
  })
  return { works: status === 0, reason: stderr?.trim() || 'the program unshare cannot be started' }
}

/**
 * The arguments of unshare(1) that create namespaces on this machine: as root, else in an unprivileged user namespace (`trueRoot` is false).
 * Without `flags` neither works, for this reason.
 */
export function findNamespaces() {
  if (process.getuid?.() === 0 && attempt(FLAGS).works) return { flags: FLAGS, trueRoot: true }
  const flags = [...FLAGS, ...AS_ROOT_INSIDE]
  const { works, reason } = attempt(flags)
  return works ? { flags, trueRoot: false } : { reason }
}
