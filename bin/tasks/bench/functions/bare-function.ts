import { build } from 'esbuild'
import { join } from 'node:path'
import { projectRoot } from '#lib/bundle-functions.ts'

/** The smallest function that reads the table with the AWS SDK, as its documentation shows. */
const source = `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
export const handler = async () => {
  const { Item } = await client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: 'a', sk: 'b' } }))
  return { statusCode: 200, body: JSON.stringify(Item ?? null) }
}
`

/** Bundles the function that all others are compared with. Returns the path of the bundle. */
export const bundleBareFunction = async (outdir: string): Promise<string> => {
  const outfile = join(outdir, 'bare', 'index.mjs')
  await build({
    stdin: { contents: source, resolveDir: projectRoot },
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: {
      js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
  })
  return outfile
}
