import { FIRST_PAGE, runPages } from './instructions.fixture.ts'

await runPages((path) => path !== FIRST_PAGE)
