import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Authority, certify } from '../home/authority.ts'
import type { Home } from '../home/home.ts'
import type { Namespace } from '../home/namespace.ts'
import { run } from '../process/program.ts'

const SERVER = fileURLToPath(new URL('gitserver.ts', import.meta.url))

export const GIT_HOST = 'git.test'
const GIT_ADDRESS = '81.2.70.82'

/** Files of a repository by path; a name with a `->` before its content is a symbolic link. */
export type Files = Readonly<Record<string, string>>

/** A git server with the name `git.test`. */
export interface GitServer {
  /** The address of a repository. */
  urlOf(name: string): string
  /** Creates a repository, or adds a revision that consists of these files. Returns the commit. */
  commit(name: string, files: Files): Promise<string>
}

const AUTHOR = ['-c', 'user.name=Lab', '-c', 'user.email=lab@git.test', '-c', 'init.defaultBranch=main']

/** Starts a git server in the internet of a home. */
export async function startInternetGit({
  internet,
  authority,
}: Pick<Home, 'internet' | 'authority'>): Promise<GitServer> {
  await internet.namespace.ip(`addr add ${GIT_ADDRESS}/32 dev lo`)
  await internet.names.lead(GIT_HOST, GIT_ADDRESS)
  return await startGit(internet.namespace, authority, GIT_ADDRESS)
}

/** Starts a git server in a namespace. */
export async function startGit(namespace: Namespace, authority: Authority, address: string): Promise<GitServer> {
  const root = join(namespace.dir, 'git')
  mkdirSync(root, { recursive: true })
  const { certificate, key } = await certify(dirname(authority.ca), GIT_HOST)
  const server = namespace.start([process.execPath, SERVER, address, '443', certificate, key, root])
  await server.line('git server: listening')
  return {
    urlOf: (name) => `https://${GIT_HOST}/${name}`,
    async commit(name, files) {
      const directory = join(root, name)
      const git = (...args: string[]) => run(['git', ...AUTHOR, '-C', directory, ...args])
      mkdirSync(directory, { recursive: true })
      await git('init', '--quiet')
      await git('rm', '-rqf', '--ignore-unmatch', '.')
      for (const [path, text] of Object.entries(files)) {
        const file = join(directory, path)
        mkdirSync(dirname(file), { recursive: true })
        if (text.startsWith('->')) await run(['ln', '-sf', text.slice(2), file])
        else writeFileSync(file, text)
      }
      await git('add', '-A')
      await git('commit', '--quiet', '--allow-empty', '-m', 'Revision')
      return (await git('rev-parse', 'HEAD')).trim()
    },
  }
}
