import { invalidAt, type ValueNode } from './document.ts'
import { isInside, pathIn } from './mounts.ts'
import type { BuildSpec } from './project.ts'
import type { ReaderContext } from './reader.ts'
import { assignmentsOf, knownMap, textOf } from './values.ts'

const KNOWN = ['context', 'dockerfile', 'target', 'args', 'network', 'labels']

/** The key `build`. The context and the Dockerfile must be in the directory of the compose file. */
export function readBuild(node: ValueNode, scope: ReaderContext): BuildSpec {
  if (node.kind === 'text') return { context: contextOf(node, scope) }
  const { entries } = knownMap(node, 'build', KNOWN)
  const context = entries.get('context')?.value
  if (!context) throw invalidAt(node.line, 'build: "context" is missing')
  const directory = contextOf(context, scope)
  const dockerfile = entries.get('dockerfile')?.value
  const target = entries.get('target')?.value
  const args = entries.get('args')?.value
  const network = entries.get('network')?.value
  return {
    context: directory,
    ...(dockerfile ? { dockerfile: dockerfileOf(dockerfile, directory, scope) } : {}),
    ...(target ? { target: stageOf(target) } : {}),
    ...(args ? { args: assignmentsOf(args, 'build: args') } : {}),
    ...(network ? networkOf(network, scope) : {}),
  }
}

function contextOf(node: ValueNode, { directories, use }: ReaderContext): string {
  const written = textOf(node, 'build')
  // Compose clones and downloads contexts that are URLs.
  if (/:|^git@|^github\.com/.test(written))
    throw invalidAt(node.line, `build: "${written}": the context must be a directory`)
  const path = pathIn(directories, written, node.line)
  if (!isInside(path, directories.project))
    throw invalidAt(node.line, `build: "${written}" is outside the directory of the compose file`)
  use({ path, line: node.line, kind: 'build' })
  return path
}

function dockerfileOf(node: ValueNode, context: string, { use }: ReaderContext): string {
  const written = textOf(node, 'dockerfile')
  const path = pathIn({ project: context }, written, node.line)
  if (!isInside(path, context)) throw invalidAt(node.line, `build: "${written}" is outside the context`)
  use({ path, line: node.line, kind: 'dockerfile' })
  return path.slice(context.length + 1)
}

function stageOf(node: ValueNode): string {
  const target = textOf(node, 'target')
  if (!/^[\w.-]+$/.test(target)) throw invalidAt(node.line, `build: "${target}" is not a valid stage`)
  return target
}

function networkOf(node: ValueNode, { request }: ReaderContext): Pick<BuildSpec, 'network'> {
  const network = textOf(node, 'network')
  if (network === 'default') return {}
  if (network !== 'host' && network !== 'none')
    throw invalidAt(node.line, `build: the network "${network}" is not supported`)
  if (network === 'host')
    request(
      node.line,
      'host_network',
      'build.network: host',
      "The build of its image uses the router's own network: it can reach every device and the internet.",
    )
  return { network }
}
