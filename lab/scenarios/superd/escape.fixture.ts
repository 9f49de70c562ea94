import assert from 'node:assert/strict'
import { join } from 'node:path'
import { runIn } from '../../guests/containers.ts'

/** A plugin whose container runs every shell script that a test sends (`OBEYING`), of a router with this data directory. */
export function obedient(data: string, name: string) {
  const obey = (script: string): Promise<string> => runIn(join(data, 'state/plugins', name, 'socket'), script)
  return {
    obey,
    /** Runs commands in the container at the same time, and returns the names of those that succeed. */
    async successes(commands: Readonly<Record<string, string>>): Promise<string[]> {
      const titles = Object.keys(commands)
      const lines = Object.values(commands).map(
        (command, index) =>
          `(timeout 5 sh -c '${command}' >/tmp/out${index} 2>&1 && echo yes ${index} || echo "no ${index} $(head -c 200 /tmp/out${index} | tr "\\n" " ")") &`,
      )
      const output = await obey(`${lines.join('\n')}\nwait`)
      // The programs that these attempts need are in the image.
      assert.doesNotMatch(output, /not found/)
      assert.equal(output.match(/^(yes|no) /gm)?.length, titles.length, output)
      return titles.filter((_, index) => output.split('\n').includes(`yes ${index}`))
    },
  }
}
