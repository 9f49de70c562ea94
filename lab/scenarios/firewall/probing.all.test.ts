import { probeUplink } from './probing.fixture.ts'

await probeUplink('private')
