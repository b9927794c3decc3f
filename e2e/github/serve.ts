/** Serves the demo by hand: `node --import tsx e2e/github/serve.ts [port]`. It ends with the process. */
import { configFor } from "./config";
import { demoGitHub, DEMO_TOKEN } from "./demo";

const { github, repositories } = await demoGitHub({ port: Number(process.argv[2] ?? 0) });
const names = [...repositories.keys()];

console.log(`A GitHub with the demo answers at ${github.apiUrl}, GraphQL at ${github.graphqlUrl}.

To read it, start Muster with GITHUB_TOKEN=${DEMO_TOKEN} and MUSTER_CONFIG naming a file that holds:

${JSON.stringify(configFor(github, names), null, 2)}

Or ask it something:

curl -H "Authorization: Bearer ${DEMO_TOKEN}" ${github.apiUrl}/repos/${names[0]}
`);

const end = () => void github.stop().then(() => process.exit(0));
process.once("SIGINT", end);
process.once("SIGTERM", end);
