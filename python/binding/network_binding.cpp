// SPDX-License-Identifier: MIT
#include "binding/convert.h"
#include "binding/network.h"
#include "search/net_evaluator.h"

namespace ninefold::python {

namespace {

std::shared_ptr<const net::Network> load_network(py::handle path) {
    const auto text = py::cast<std::string>(py::module_::import("os").attr("fspath")(path));
    py::gil_scoped_release released;
    auto loaded = net::Network::load(text);
    if (!loaded) throw_error(loaded.error());
    return std::make_shared<const net::Network>(std::move(*loaded));
}

NetworkHandle builtin(const std::string& rules) {
    auto network = search::builtin_net(to_rules(rules));
    if (!network) throw_no_network(to_rules(rules));
    return {std::move(network)};
}

}  // namespace

void throw_no_network(rules::Rules rules) {
    throw py::value_error(fmt::format("there is no network for {}", rules::name(rules)));
}

std::shared_ptr<const net::Network> to_network(py::handle object) {
    if (py::isinstance<NetworkHandle>(object)) return object.cast<NetworkHandle&>().network;
    return load_network(object);
}

void bind_network(py::module_& module) {
    py::class_<NetworkHandle> type(module, "Network", R"(A network that evaluates positions.

>>> Network.builtin("standard").rules
'standard'
)");
    publish(type);
    type.def(py::init([](const py::object& path) { return NetworkHandle{load_network(path)}; }),
             py::arg("path"));
    type.def_static("builtin", &builtin, py::arg("rules") = "standard",
                    "The network that the module carries for these rules.");
    type.def_property_readonly(
        "rules", [](const NetworkHandle& n) { return rules::name(n.network->rules()); },
        "The rules that it is for.");
    type.def_property_readonly(
        "name", [](const NetworkHandle& n) { return n.network->name(); }, "Its name.");
    type.def("__repr__", [](const NetworkHandle& n) {
        return fmt::format("<Network {} for {}>", n.network->id(), rules::name(n.network->rules()));
    });
}

}  // namespace ninefold::python
