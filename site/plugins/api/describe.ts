import type { Operation } from '../../../router/model/operation.ts'
import { contracts, socketContracts } from '../../../router/model/operations.ts'
import { describeApi } from '../../../router/servers/http/describe/openapi.ts'

/** Prints what the router answers at `/openapi.json`, for the build to read. */
const operationsOf = (all: Readonly<Record<string, Readonly<Record<string, Operation>>>>): Operation[] =>
  Object.values(all).flatMap((contract) => Object.values(contract))

process.stdout.write(JSON.stringify(await describeApi(operationsOf(contracts), operationsOf(socketContracts))))
