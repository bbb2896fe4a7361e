-- A script for wrk. It POSTs the bodies of a file to a path, one after the other, and then begins again.
--
--   wrk … -s requests.lua http://127.0.0.1:8080 -- PATH FILE THREADS [--pause MILLISECONDS] [--statuses]
--
-- FILE contains a JSON body in each line. Each of the threads begins at its own part of the file. With --pause, each
-- connection waits before each request. With --statuses, the answers are counted by status, which costs wrk some time.
-- At the end, the script prints one line of JSON: times in seconds, latencies in milliseconds.

local threads = {}

function setup(thread)
  thread:set("index", #threads)
  table.insert(threads, thread)
end

function init(arguments)
  local path, file = arguments[1], arguments[2]
  local pause, counts = nil, false
  local position = 4
  while position <= #arguments do
    if arguments[position] == "--pause" then
      pause = tonumber(arguments[position + 1])
      position = position + 1
    elseif arguments[position] == "--statuses" then
      counts = true
    end
    position = position + 1
  end

  wrk.headers["Content-Type"] = "application/json"
  local requests = {}
  for body in io.lines(file) do
    table.insert(requests, wrk.format("POST", path, nil, body))
  end
  assert(#requests > 0, "there is nothing in " .. file)
  local next_one = math.floor(index * #requests / tonumber(arguments[3])) % #requests
  request = function()
    next_one = next_one % #requests + 1
    return requests[next_one]
  end
  if pause then
    delay = function() return pause end
  end
  statuses = {}
  if counts then
    response = function(status) statuses[status] = (statuses[status] or 0) + 1 end
  end
end

function done(summary, latency, _)
  local sum = {}
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("statuses")) do
      sum[status] = (sum[status] or 0) + count
    end
  end
  local members = {}
  for status, count in pairs(sum) do
    table.insert(members, string.format('"%d": %d', status, count))
  end
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "duration": %.6f, "p50": %.4f, "p99": %.4f, "max": %.4f, "refusals": %d, '
      .. '"socketErrors": %d, "statuses": {%s}}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    table.concat(members, ", ")))
end
