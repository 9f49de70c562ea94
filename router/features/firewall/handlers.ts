import { Invalid } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { Handlers } from '../operation.ts'
import type { firewall } from './contract.ts'
import { kernelMap, shapeMap } from './maps.ts'

interface Parts {
  readonly facts: Facts
  readonly machine: Pick<Machine, 'nftList'>
}

export function firewallHandlers({ facts, machine }: Parts): Handlers<typeof firewall> {
  return {
    async map({ params: { name } }) {
      const kernelName = kernelMap(name, facts.groups)
      if (!kernelName) throw new Invalid(`there is no map ${JSON.stringify(name)}`, 'name')
      return shapeMap(await machine.nftList(`list map inet sallyport ${kernelName}`))
    },
  }
}
