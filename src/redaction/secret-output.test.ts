import { describe, expect, it } from 'vitest';
import { ALNUM, HEX, seededRandom } from '../../test/corpora/generated/random.ts';
import { isSecretOutput, printsSecret, stubSecretOutput } from './secret-output.ts';

const random = seededRandom(5);
const token = `${random.chars(ALNUM, 42)}7`;

describe('T-08: commands that print a secret', () => {
  it.each([
    'op read op://vault/db/password',
    'op item get db --reveal --fields password',
    `kubectl get secret db -o jsonpath='{.data.password}' | base64 -d`,
    'kubectl -n prod get secret db -o yaml',
    'kubectl get secrets/db -o json',
    'kubectl get secret db --namespace prod -o jsonpath="{.data.x}" | base64 --decode; echo',
    'vault kv get secret/db',
    'vault kv get -field=password secret/db',
    'vault read -field=token auth/x',
    'gh auth token',
    'GH_HOST=x gh auth token',
    'aws secretsmanager get-secret-value --secret-id db --query SecretString --output text',
    'aws --profile prod secretsmanager get-secret-value --secret-id db',
    'aws ssm get-parameter --name /db/pw --with-decryption',
    'aws ecr get-login-password --region eu-west-1',
    'aws sts get-session-token',
    'gcloud auth print-access-token',
    'gcloud secrets versions access latest --secret=db',
    'az account get-access-token --query accessToken -o tsv',
    'az keyvault secret show --name db --vault-name kv',
    'az storage account keys list -n x',
    'pass show mail/bob',
    'pass mail/bob',
    'security find-generic-password -s db -w',
    'security find-generic-password -wa bob',
    'bw get password db',
    'heroku config:get DATABASE_URL',
    'heroku config',
    'doppler secrets',
    'doppler secrets get DB --plain',
    'echo $API_TOKEN',
    'echo "$DB_PASSWORD"',
    'printenv DB_PASSWORD',
    'printenv GITHUB_TOKEN',
    'openssl rand -base64 32',
    'pwgen -s 32 1',
    'sops -d secrets.enc.yaml',
    'gpg --decrypt pw.gpg',
    'gpg -d pw.gpg',
    'ansible-vault view group_vars/all/vault.yml',
    'kubectl create token admin',
    'echo $(gh auth token)',
    'echo "$(op read op://a/b/c)"',
    'cd app && gh auth token',
    'bash -c "gh auth token"',
    'git credential fill < in',
    'rails credentials:show',
    'bin/rails credentials:show',
    'terraform output -raw db_password',
    'secret-tool lookup service db',
    'npm token create',
    'docker exec db printenv POSTGRES_PASSWORD',
    'docker compose exec -T db printenv POSTGRES_PASSWORD',
    'kubectl -n prod exec deploy/api -c web -- printenv DB_PASSWORD',
    'ssh -p 2222 ada@build7 gh auth token',
    'ssh build7 "vault kv get secret/db"',
    "su - deploy -c 'op read op://vault/db/password'",
    'timeout 5 gh auth token',
    'echo x | xargs gh auth token --hostname',
    'wg genkey',
  ])('%s', (command) => expect(printsSecret(command)).toBe(true));

  it.each([
    'docker exec db printenv PATH',
    'docker run --rm -e DB_PASSWORD=x app npm test',
    'kubectl exec deploy/api -- ls /run/secrets',
    'ssh build7 uptime',
    'ssh build7 "npm test -- token"',
    'timeout 60 npm test -- src/token.test.ts',
    'git ls-files | xargs grep -l token',
    'kubectl get secrets',
    'kubectl get secret',
    'kubectl describe secret db',
    'kubectl get pods -o yaml',
    'export TOKEN=$(gh auth token)',
    'curl -H "Authorization: Bearer $(gcloud auth print-access-token)" https://x',
    'gh auth token | docker login ghcr.io --password-stdin',
    'op read op://x > f',
    'gh auth status',
    'gh auth login',
    'gh secret list',
    'vault kv list secret',
    'vault kv put secret/db a=b',
    'vault status',
    'aws secretsmanager list-secrets',
    'aws s3 ls',
    'gcloud auth list',
    'gcloud config list',
    'az account show',
    'az keyvault secret list',
    'pass ls',
    'pass generate x',
    'pass git push',
    'bw status',
    'heroku logs',
    'heroku ps',
    'cat src/token.ts',
    'cat token.test.ts',
    'cat tokens.md',
    'cat README.md',
    'git log --oneline -- token',
    'npm test -- token',
    'npm run test:secrets',
    'echo hello',
    'echo $HOME',
    'echo "the token is here"',
    'echo $TOKEN_COUNT_FILE',
    'grep -rn password src',
    'sed -n 1,20p src/secret-name.ts',
    'sed -i s/token/x/ file.ts',
    `awk '{print $1}' data.txt`,
    'ls secrets',
    'openssl x509 -in cert.pem -text',
    'openssl s_client -connect x:443',
    'gpg --verify x.sig',
    'gpg --list-keys',
    'head -20 passwords.test.ts',
    'tail -f app.log',
    'printenv PATH',
    'type token_test',
    'docker compose up',
    'terraform output',
    'terraform plan',
    'age --version',
    'npx vitest run secret',
    'k get pods',
    'passwd bob',
    'cat package.json | grep token',
  ])('%s prints none', (command) => expect(printsSecret(command)).toBe(false));

  it('by name only, when the output is nothing but generated values', () => {
    for (const command of ['./scripts/mint-token.sh', 'curl -s https://id.test/login | jq -r .access_token'])
      expect(isSecretOutput(command, `${token}\n`)).toBe(true);
    expect(isSecretOutput('./scripts/mint-token.sh', 'minted, see the vault')).toBe(false);
    expect(isSecretOutput('npm run build', token)).toBe(false);
    expect(isSecretOutput('git rev-parse token-branch', random.chars(HEX, 40))).toBe(false);
  });

  it('end on any input', () => {
    for (const piece of ['"', '$(', 'op read ', 'a | ', "echo '", '\\\n', 'echo $('])
      expect(typeof printsSecret(piece.repeat(20_000))).toBe('boolean');
  });

  it('leave a stub that stays what it is', () => {
    const stub = stubSecretOutput(token);
    expect(stub).toBe('[SECRET-OUTPUT len=43]');
    expect(stubSecretOutput(stub)).toBe(stub);
  });
});
