// Many tables at once: node load.js ADDRESS TABLES SECONDS EVERY
// A move counts from the moment it is made until the other player's client has it from the server.
// A line of JSON at the end: moves, their latencies' 50th and 99th percentile in ms, moves never seen.
"use strict";
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { TicTacToe } = require("./game.js");

const [address, tables, seconds, every] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const lobby = new LobbyClient({ server: address });
const latencies = [];
let lost = 0;
let measuring = false;
let stopping = false;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const thinking = () => sleep(-Math.log(1 - Math.random()) * every * 1000);

/** The server closes idle connections just when the next request may be on its way: try again. */
async function persist(ask) {
  for (let patience = 5; ; patience -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (!patience) throw error;
      await sleep(100);
    }
  }
}

async function sit(match, player) {
  const wish = { playerID: player, playerName: player };
  const { playerCredentials } = await persist(() => lobby.joinMatch(TicTacToe.name, match, wish));
  const client = Client({
    game: TicTacToe,
    multiplayer: SocketIO({ server: address, socketOpts: { transports: ["websocket"] } }),
    matchID: match,
    playerID: player,
    credentials: playerCredentials,
    debug: false,
  });
  client.start();
  await seen(client, () => true);
  return client;
}

/** Wait until a client's state is as wanted; false if it never is. */
function seen(client, wanted) {
  return new Promise((resolve) => {
    const patience = setTimeout(() => done(false), 15000);
    const stop = client.subscribe((state) => state !== null && wanted(state) && done(true));
    function done(answer) {
      clearTimeout(patience);
      setImmediate(() => stop());
      resolve(answer);
    }
  });
}

async function playOneMatch() {
  const { matchID } = await persist(() => lobby.createMatch(TicTacToe.name, { numPlayers: 2 }));
  const clients = [await sit(matchID, "0"), await sit(matchID, "1")];
  const free = [...Array(9).keys()].sort(() => Math.random() - 0.5);
  for (let turn = 0; !stopping && free.length; turn += 1) {
    await thinking();
    const [mover, other] = turn % 2 ? [clients[1], clients[0]] : clients;
    if (mover.getState().ctx.gameover) break;
    const number = other.getState()._stateID;
    const counts = measuring;
    const begun = performance.now();
    const answer = seen(other, (state) => state._stateID > number);
    mover.moves.mark(free.pop());
    if (!(await answer)) lost += 1;
    else if (counts) latencies.push(performance.now() - begun);
    // The mover goes on only with what the server has confirmed.
    await sleep(0);
  }
  clients.forEach((client) => client.stop());
}

async function playOn() {
  await sleep(Math.random() * every * 1000);
  while (!stopping) await playOneMatch();
}

async function main() {
  const playing = [];
  for (let table = 0; table < tables; table += 1) {
    playing.push(playOn());
    if (table % 20 === 19) await sleep(100);
  }
  await sleep(3000);
  measuring = true;
  await sleep(seconds * 1000);
  measuring = false;
  stopping = true;
  await Promise.race([Promise.all(playing), sleep(20000)]);
  latencies.sort((a, b) => a - b);
  const percentile = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))];
  console.log(JSON.stringify({ moves: latencies.length, seconds, p50: percentile(0.5), p99: percentile(0.99), lost }));
  process.exit(0);
}

main();
